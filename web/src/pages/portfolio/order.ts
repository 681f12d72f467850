import type { Health, PortfolioRow } from '../../api/types.gen';
import { containsWords } from '../../searchWords';
import { unitOf } from '../../ui/indicators';
import type { Sorting } from './search';

type Compare = (a: string, b: string) => number;

/** Sorts by a column, then by name; missing values always come last. Amounts are compared only with those in the same currency. */
export function sortProjects(rows: readonly PortfolioRow[], { key, down }: Sorting, compare: Compare): PortfolioRow[] {
  const turn = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (key === 'name') return turn * compare(a.name, b.name);
    const [x, y] = [a.finance[key], b.finance[key]];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || compare(a.name, b.name);
    if (unitOf(key) === 'money' && a.currency !== b.currency) return compareCurrencies(a.currency, b.currency);
    return turn * (x - y) || compare(a.name, b.name);
  });
}

/** In alphabetical order; projects without a currency come last. */
function compareCurrencies(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}

/** Projects whose name contains every word typed, ignoring case and accents. */
export const filterByName = (rows: readonly PortfolioRow[], query: string): readonly PortfolioRow[] =>
  query.trim() === '' ? rows : rows.filter((row) => containsWords(row.name, query));

/** The worse of a project's two ratings. */
export function worstHealth({ health }: Pick<PortfolioRow, 'health'>): Health | null {
  for (const state of ['red', 'amber', 'good'] as const) {
    if (health.cpi === state || health.spi === state) return state;
  }
  return null;
}
