import type { Indicator } from '../../api/finance';
import { listOf, oneOf, type Raw } from '../../search';

/** What the address of this page holds after the question mark. */
export interface PortfolioSearch {
  /** The uuids of the projects with commas between them; all of the reader's when absent. */
  projects?: string;
  q?: string;
  /** The column that orders the projects with a budget, and those without; a minus turns it round. */
  sort?: string;
  rest?: string;
  /** The chosen columns with commas between them. */
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

/** namesIn are the uuids of the address: each once, in lower case; undefined when all projects are meant. */
export function namesIn(projects: string | undefined): string[] | undefined {
  const names = (projects ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** SortKey is what a table of projects is ordered by. */
export type SortKey = 'name' | Indicator;
export interface Sorting {
  key: SortKey;
  down: boolean;
}

/** sortingOf reads an order from the address, as far as the table has such a column. */
export function sortingOf(text: string | undefined, columns: readonly Indicator[], usual: Sorting): Sorting {
  const down = text?.startsWith('-') ?? false;
  const key = down ? text?.slice(1) : text;
  const known = key === 'name' || columns.some((column) => column === key);
  return known ? { key: key as SortKey, down } : usual;
}

export const sortText = ({ key, down }: Sorting): string => (down ? `-${key}` : key);
