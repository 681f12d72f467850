// Two values beside each other.

/** changed tells whether two values differ by more than a last digit. */
export function changed(then: number | null, now: number | null): boolean {
  if (then === null || now === null) return then !== now;
  return Math.abs(then - now) > 1e-9 * Math.max(1, Math.abs(then), Math.abs(now));
}

/** signed writes a difference with its sign. */
export const signed = (difference: number, show: (value: number) => string): string =>
  `${difference > 0 ? '+' : '−'}${show(Math.abs(difference))}`;
