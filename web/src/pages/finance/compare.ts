/** Whether two values differ by more than rounding. */
export function changed(then: number | null, now: number | null): boolean {
  if (then === null || now === null) return then !== now;
  return Math.abs(then - now) > 1e-9 * Math.max(1, Math.abs(then), Math.abs(now));
}

export const signed = (difference: number, show: (value: number) => string): string =>
  `${difference > 0 ? '+' : '−'}${show(Math.abs(difference))}`;
