// Positions of grouped bars.

export interface Bars {
  /** The width of a group with its padding, and of one bar. */
  slot: number;
  bar: number;
}

/** Divides the width among groups of bars, within a minimum and maximum bar width. */
export function barsOf(groups: number, each: number, width: number): Bars {
  const slot = width / Math.max(1, groups);
  const bar = Math.max(1, Math.min(44, (slot * 0.76) / Math.max(1, each)));
  return { slot, bar };
}

/** The left edge of the n-th bar of a group. */
export const leftOf = (bars: Bars, each: number, group: number, n: number): number =>
  bars.slot * (group + 0.5) + bars.bar * (n - each / 2);

export const groupAt = (bars: Bars, groups: number, place: number): number =>
  Math.min(groups - 1, Math.max(0, Math.floor(place / bars.slot)));

/** Average width of a letter on the axis. */
const letter = 6.5;

/** Truncates a name to a width. */
export function cut(name: string, width: number): string {
  const most = Math.max(2, Math.floor(width / letter) - 1);
  const letters = [...name];
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
