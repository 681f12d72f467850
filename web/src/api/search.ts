// Search across everything the reader can see, for the command palette.

import { queryOptions } from '@tanstack/react-query';
import { namesTicket } from '../ticketKeys';
import { get } from './http';
import type { Found } from './types.gen';

/** A word needs two letters to be searched for; the number of a ticket may have one digit. */
export const isSearchable = (q: string): boolean => q.trim().length >= 2 || namesTicket(q);

export const searchQuery = (q: string, project: string | null) =>
  queryOptions({
    queryKey: ['search', q, project] as const,
    queryFn: ({ signal }) => get<Found>('/search', { q, project }, signal),
    staleTime: 30_000,
    enabled: isSearchable(q),
  });
