import { type CardSearch, cardSearch } from '../../api/cardSearch';
import { oneOf, type Raw } from '../../search';
import { type Facet, facets } from './filter';

/** If the URL names no sprint, the active one is shown, if any; "all" shows every ticket. */
export interface BoardSearch extends Pick<CardSearch, Facet | 'q'> {
  /** If the URL names no order, the one chosen last in this browser applies. */
  order?: 'rank' | 'priority';
}

export const orders = ['rank', 'priority'] as const;

export const validateSearch = (raw: Raw): BoardSearch => ({
  ...cardSearch(raw, facets),
  order: orders.find((order) => order === oneOf(raw, 'order')),
});
