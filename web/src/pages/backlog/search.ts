import type { CardFilter } from '../../api/cards';
import { listOf, oneOf, type Raw } from '../../search';

/** Multiple-choice filters, named as on the board. */
export const facets = ['assignee', 'epic', 'tag', 'priority', 'type', 'status'] as const;
export type Facet = (typeof facets)[number];

export interface BacklogSearch extends Partial<Record<Facet, string[]>> {
  q?: string;
  /** "true" also shows done tickets in the backlog. */
  done?: 'true';
}

export function validateSearch(raw: Raw): BacklogSearch {
  const search: BacklogSearch = { q: oneOf(raw, 'q'), done: oneOf(raw, 'done') === 'true' ? 'true' : undefined };
  for (const facet of facets) search[facet] = listOf(raw, facet);
  return search;
}

/** Maximum number of cards in a list; the server returns no more at once. */
export const maxCards = 2000;

/** The filter both lists share. */
export function filterOf(search: BacklogSearch): CardFilter {
  const filter: CardFilter = { limit: maxCards };
  for (const facet of facets) {
    const values = search[facet];
    if (values !== undefined && values.length > 0) filter[facet] = [...new Set(values)].sort();
  }
  if (search.q?.trim()) filter.q = search.q.trim();
  return filter;
}

/** Whether the page shows less than it does by default. */
export const isFiltered = (search: BacklogSearch): boolean =>
  Boolean(search.q?.trim()) || facets.some((facet) => (search[facet]?.length ?? 0) > 0);

export const cleared: BacklogSearch = Object.fromEntries([...facets, 'q'].map((name) => [name, undefined]));
