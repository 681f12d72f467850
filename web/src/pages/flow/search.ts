import { dayIn, oneOf, type Raw } from '../../search';

/** What the address of this page holds after the question mark. */
export interface FlowSearch {
  /** The days of the flow; the last thirty when absent. */
  from?: string;
  to?: string;
  /** What is counted; tickets when absent. */
  by?: 'points';
}

export function validateSearch(raw: Raw): FlowSearch {
  return {
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
    by: oneOf(raw, 'by') === 'points' ? 'points' : undefined,
  };
}

/** spans are the offered lengths of time, in days. */
export const spans = [30, 90, 180, 365] as const;

/** addDays is a day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** spanOf is the offered length that the address means: it ends today and is one of them; undefined when it is another. */
export function spanOf({ from, to }: FlowSearch, today: string): number | undefined {
  if (to !== undefined && to !== today) return undefined;
  if (from === undefined) return 30;
  return spans.find((days) => addDays(today, 1 - days) === from);
}
