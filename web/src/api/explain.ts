// The breakdown of an earned-value indicator, term by term.

import { infiniteQueryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get } from './http';
import type { Explanation } from './types.gen';

export interface ExplainAsk {
  project: string;
  indicator: string;
  asOf?: string;
  path?: string;
}

/** Maximum number of a term's parts in one response. */
export const pageSize = 200;

/** A term with its parts, page by page. */
export const explainQuery = ({ project, indicator, asOf, path }: ExplainAsk) =>
  infiniteQueryOptions({
    queryKey: [...financeKey(project), 'explain', indicator, asOf ?? '', path ?? ''] as const,
    queryFn: ({ pageParam, signal }) =>
      get<Explanation>(
        `/projects/${project}/explain/${encodeURIComponent(indicator)}`,
        { as_of: asOf, path: path === '' ? undefined : path, limit: pageSize, offset: pageParam },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => {
      const next = last.offset + (last.term.terms?.length ?? 0);
      return next < last.term.parts && next > last.offset ? next : undefined;
    },
  });
