// Patterns distinguish areas and bars without colour: on paper, and for colour-blind readers.
import type { Series } from './series';

export type FillKind = 'plain' | 'stripes' | 'dots' | 'rows' | 'grid' | 'open';

/** A series drawn as an area or as bars. */
export interface Filled {
  key: string;
  label: string;
  values: readonly (number | null)[];
  tone: Series['tone'];
  fill: FillKind;
}

/** Refers to the pattern that <Patterns id> defines for a series. */
export const paint = (id: string, key: string): string => `url(#${id}-${key})`;
