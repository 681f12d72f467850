// Converts the filter of a list of cards from the URL to the server's query.

import { listOf, oneOf, type Raw } from '../search';
import type { CardFilter } from './cards';

/** Multiple-choice filters. */
const facets = ['sprint', 'assignee', 'epic', 'tag', 'priority', 'type', 'status'] as const;
export type Facet = (typeof facets)[number];

export interface CardSearch extends Partial<Record<Facet, string[]>> {
  q?: string;
}

export const cardSearch = (raw: Raw, allowed: readonly Facet[]): CardSearch => ({
  q: oneOf(raw, 'q'),
  ...Object.fromEntries(allowed.map((facet) => [facet, listOf(raw, facet)])),
});

/** The server query. Equal filters give equal values, whatever their order in the URL. */
export function cardFilter(by: CardFilter['by'], search: CardSearch): CardFilter {
  const filter: CardFilter = { by };
  for (const facet of facets) {
    const values = search[facet];
    if (values !== undefined && values.length > 0) filter[facet] = [...new Set(values)].sort();
  }
  const q = search.q?.trim();
  if (q) filter.q = q;
  return filter;
}

/** Whether the page shows less than it does by default. */
export const isFiltered = (search: CardSearch): boolean =>
  Boolean(search.q?.trim()) ||
  facets.some((facet) => search[facet]?.length && !(facet === 'sprint' && search.sprint?.includes('all')));

export const cleared: CardSearch = Object.fromEntries([...facets, 'q'].map((name) => [name, undefined]));
