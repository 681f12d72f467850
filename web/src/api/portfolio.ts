import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from './http';
import { projectsKey } from './projects';
import type { Portfolio } from './types.gen';

/** Shares the project list's prefix, so that whatever invalidates the list also invalidates the portfolio. */
const portfolioKey = [...projectsKey, 'portfolio'] as const;

/** The portfolio of the given projects, by default all of the reader's. */
export const portfolioQuery = (projects?: readonly string[]) =>
  queryOptions({
    queryKey: [...portfolioKey, projects?.join(',') ?? ''] as const,
    queryFn: ({ signal }) => get<Portfolio>('/portfolio', { projects: projects?.join(',') }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
