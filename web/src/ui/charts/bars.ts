// The places of bars that stand in groups.

export interface Bars {
  /** The width of a group with the room around it, and of one bar. */
  slot: number;
  bar: number;
}

/** barsOf shares a width among groups of bars; a bar is never wider than reads well, and never nothing. */
export function barsOf(groups: number, each: number, width: number): Bars {
  const slot = width / Math.max(1, groups);
  const bar = Math.max(1, Math.min(44, (slot * 0.76) / Math.max(1, each)));
  return { slot, bar };
}

/** leftOf is where the n-th bar of a group begins. */
export const leftOf = (bars: Bars, each: number, group: number, n: number): number =>
  bars.slot * (group + 0.5) + bars.bar * (n - each / 2);

/** groupAt is the group under a place. */
export const groupAt = (bars: Bars, groups: number, place: number): number =>
  Math.min(groups - 1, Math.max(0, Math.floor(place / bars.slot)));

/** The width of a letter along the foot, on average. */
const letter = 6.5;

/** cut shortens a name to the width it has. */
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
