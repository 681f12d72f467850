// Fills tell areas and bars apart by pattern as well as by colour: on paper, and for those who do not see colours.
import type { Series } from './series';

export type FillKind = 'plain' | 'stripes' | 'dots' | 'rows' | 'grid' | 'open';

/** Filled is a series that is drawn as an area or as bars. */
export interface Filled {
  key: string;
  label: string;
  values: readonly (number | null)[];
  tone: Series['tone'];
  fill: FillKind;
}

/** paint names the pattern that <Fills id> made for a series. */
export const paint = (id: string, key: string): string => `url(#${id}-${key})`;
