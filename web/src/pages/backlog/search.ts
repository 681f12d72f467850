import { type CardSearch, cardSearch } from '../../api/cardSearch';
import { oneOf, type Raw } from '../../search';

/** Multiple-choice filters, named as on the board. */
export const facets = ['assignee', 'epic', 'tag', 'priority', 'type', 'status'] as const;
export type Facet = (typeof facets)[number];

export interface BacklogSearch extends Pick<CardSearch, Facet | 'q'> {
  /** "true" also shows done tickets in the backlog. */
  done?: 'true';
}

export const validateSearch = (raw: Raw): BacklogSearch => ({
  ...cardSearch(raw, facets),
  done: oneOf(raw, 'done') === 'true' ? 'true' : undefined,
});
