// A number of earned value taken apart, term by term.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { financeKey, type Warning } from './finance';
import { get } from './http';

export type TermKind = 'indicator' | 'sprint' | 'ticket' | 'commitment' | 'member' | 'effort' | 'figure';
export type TermUnit = 'points' | 'money' | '%' | 'minutes' | 'days' | 'ratio';
export type Op = 'given' | 'sum' | 'difference' | 'quotient' | 'proportion' | 'least' | 'greatest' | 'to go' | 'round';

/** Term is a number with how it is made. Parts that are not here are asked for by its path. */
export interface Term {
  /** The way from the number: places with dots between them, empty for the number itself. */
  path: string;
  kind: TermKind;
  name: string;
  uuid: string | null;
  title: string | null;
  date: string | null;
  unit: TermUnit;
  value: number | null;
  op: Op;
  /** How many terms it is made of. */
  parts: number;
  terms?: Term[];
}

export interface Explanation {
  indicator: string;
  day: string;
  words: string;
  symbols: string;
  unknown: string | null;
  /** A line of time is a member's day, because there are too many entries. */
  by_day: boolean;
  above: Term[];
  term: Term;
  offset: number;
  warnings: Warning[];
}

export interface ExplainAsk {
  project: string;
  indicator: string;
  asOf?: string;
  path?: string;
}

/** How many parts of a term one answer holds. */
export const pageSize = 200;

/** explainQuery is a term with its parts, a page after the other. */
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
