import type { CardFilter } from '../../api/cards';
import { listOf, oneOf, type Raw } from '../../search';

/** The filters that are lists of choices; the same names as on the board. */
export const facets = ['assignee', 'epic', 'tag', 'priority', 'type', 'status'] as const;
export type Facet = (typeof facets)[number];

/** What the address of this page holds after the question mark. */
export interface BacklogSearch extends Partial<Record<Facet, string[]>> {
  q?: string;
  /** "true" shows what is done in the backlog too. */
  done?: 'true';
}

export function validateSearch(raw: Raw): BacklogSearch {
  const search: BacklogSearch = { q: oneOf(raw, 'q'), done: oneOf(raw, 'done') === 'true' ? 'true' : undefined };
  for (const facet of facets) search[facet] = listOf(raw, facet);
  return search;
}

/** most is how many cards one list holds; the server gives no more at once. */
export const most = 2000;

/** filterOf is what both lists are asked for. */
export function filterOf(search: BacklogSearch): CardFilter {
  const filter: CardFilter = { limit: most };
  for (const facet of facets) {
    const values = search[facet];
    if (values !== undefined && values.length > 0) filter[facet] = [...new Set(values)].sort();
  }
  if (search.q?.trim()) filter.q = search.q.trim();
  return filter;
}

/** isFiltered tells whether anything is left out that the page would show by itself. */
export const isFiltered = (search: BacklogSearch): boolean =>
  Boolean(search.q?.trim()) || facets.some((facet) => (search[facet]?.length ?? 0) > 0);

/** cleared is the address without filters. */
export const cleared: BacklogSearch = Object.fromEntries([...facets, 'q'].map((name) => [name, undefined]));
