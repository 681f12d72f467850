// Search across everything the reader can see, for the command palette.

import { queryOptions } from '@tanstack/react-query';
import { get } from './http';
import type { Found } from './types.gen';

export const searchQuery = (q: string, project: string | null) =>
  queryOptions({
    queryKey: ['search', q, project] as const,
    queryFn: ({ signal }) => get<Found>('/search', { q, project }, signal),
    staleTime: 30_000,
    enabled: q.trim().length >= 2,
  });
