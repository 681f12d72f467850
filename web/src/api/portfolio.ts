// Several projects side by side, and their sums.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './http';
import { projectsKey } from './projects';
import type { Portfolio } from './types.gen';

/** portfolioKey begins as the list of projects does: what makes one old makes the other old. */
const portfolioKey = [...projectsKey, 'portfolio'] as const;

/** portfolioQuery is the portfolio of all projects of the reader, or of those that are named. */
export const portfolioQuery = (projects?: readonly string[]) =>
  queryOptions({
    queryKey: [...portfolioKey, projects?.join(',') ?? ''] as const,
    queryFn: ({ signal }) => get<Portfolio>('/portfolio', { projects: projects?.join(',') }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
