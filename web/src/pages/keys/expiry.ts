// When a key ends, as people choose it.

export type Term = '30' | '90' | '365' | 'date' | 'never' | 'keep';
export const terms: readonly Exclude<Term, 'keep'>[] = ['30', '90', '365', 'date', 'never'];

/** dayAfter is the date so many days after another. */
export function dayAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** endOf is the last day of a key: null for never, undefined while the choice is not complete or lies in the past. */
export function endOf(term: Term, date: string, today: string): string | null | undefined {
  if (term === 'never') return null;
  if (term === 'keep') return undefined;
  if (term !== 'date') return dayAfter(today, Number(term));
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && date >= today ? date : undefined;
}

/** lastDay is the last day on which a key works whose end is a moment, as its owner chose it: ends are at midnight UTC. */
export const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** isMidnight tells that a key ends with a day, as when its owner chose one. */
export const isMidnight = (end: string): boolean => Date.parse(end) % 86_400_000 === 0;

/** endsSoon tells that a key that works will not for long. */
export function endsSoon(end: string | null, now: number): boolean {
  return end !== null && Date.parse(end) > now && Date.parse(end) - now < 14 * 86_400_000;
}
