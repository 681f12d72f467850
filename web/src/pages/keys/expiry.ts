import { addDays } from '../../days';

export type Term = '30' | '90' | '365' | 'date' | 'never' | 'keep';
export const terms: readonly Exclude<Term, 'keep'>[] = ['30', '90', '365', 'date', 'never'];

/** The last day of a key: null for never, undefined if incomplete or in the past. */
export function endOf(term: Term, date: string, today: string): string | null | undefined {
  if (term === 'never') return null;
  if (term === 'keep') return undefined;
  if (term !== 'date') return addDays(today, Number(term));
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && date >= today ? date : undefined;
}

/** The last day on which a key works, as its owner chose it; the key expires at the end of that day, at midnight UTC. */
export const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** Whether a key expires at the end of a day, as chosen in the form. */
export const isMidnight = (end: string): boolean => Date.parse(end) % 86_400_000 === 0;

/** Whether a valid key expires soon. */
export function endsSoon(end: string | null, now: number): boolean {
  return end !== null && Date.parse(end) > now && Date.parse(end) - now < 14 * 86_400_000;
}
