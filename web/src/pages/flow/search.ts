import { addDays } from '../../days';
import { dayIn, oneOf, type Raw } from '../../search';

export interface FlowSearch {
  /** The date range; by default the last thirty days. */
  from?: string;
  to?: string;
  /** What is counted; tickets by default. */
  by?: 'points';
}

export function validateSearch(raw: Raw): FlowSearch {
  return {
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
    by: oneOf(raw, 'by') === 'points' ? 'points' : undefined,
  };
}

/** Preset ranges, in days. */
export const presets = [30, 90, 180, 365] as const;

/** The preset that the URL matches and that ends today; undefined for any other range. */
export function presetOf({ from, to }: FlowSearch, today: string): number | undefined {
  if (to !== undefined && to !== today) return undefined;
  if (from === undefined) return 30;
  return presets.find((days) => addDays(today, 1 - days) === from);
}
