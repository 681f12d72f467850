import type { Indicator } from '../../api/finance';
import { listOf, oneOf, type Raw } from '../../search';

export interface PortfolioSearch {
  /** Comma-separated project uuids; all of the reader's by default. */
  projects?: string;
  q?: string;
  /** The sort columns of projects with and without a budget; a minus sign reverses the order. */
  sort?: string;
  rest?: string;
  /** Comma-separated columns. */
  columns?: string;
}

export function validateSearch(raw: Raw): PortfolioSearch {
  return {
    projects: listOf(raw, 'projects')?.join(','),
    q: oneOf(raw, 'q'),
    sort: oneOf(raw, 'sort'),
    rest: oneOf(raw, 'rest'),
    columns: listOf(raw, 'columns')?.join(','),
  };
}

/** The uuids in the URL, unique and in lower case; undefined means all projects. */
export function namesIn(projects: string | undefined): string[] | undefined {
  const names = (projects ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  return names.length === 0 ? undefined : [...new Set(names)];
}

export type SortKey = 'name' | Indicator;
export interface Sorting {
  key: SortKey;
  down: boolean;
}

/** Parses a sort order, if the table has that column. */
export function sortingOf(text: string | undefined, columns: readonly Indicator[], usual: Sorting): Sorting {
  const down = text?.startsWith('-') ?? false;
  const key = down ? text?.slice(1) : text;
  const known = key === 'name' || columns.some((column) => column === key);
  return known ? { key: key as SortKey, down } : usual;
}

export const sortText = ({ key, down }: Sorting): string => (down ? `-${key}` : key);
