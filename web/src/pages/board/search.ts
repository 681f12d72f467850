import { type CardSearch, cardSearch } from '../../api/cardSearch';
import type { Raw } from '../../search';
import { type Facet, facets } from './filter';

/** If the URL names no sprint, the active one is shown, if any; "all" shows every ticket. */
export type BoardSearch = Pick<CardSearch, Facet | 'q'>;

export const validateSearch = (raw: Raw): BoardSearch => cardSearch(raw, facets);
