// The arithmetic of charts: round steps for an axis, places of values, and lines through them.

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** scaleOf is an axis with round steps that holds zero and every value. */
export function scaleOf(values: readonly (number | null)[], about = 5): Scale {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const top = Math.max(0, ...known);
  const bottom = Math.min(0, ...known);
  const step = stepOf((top - bottom || 1) / about);
  const [low, high] = [Math.floor(bottom / step) * step, Math.max(step, Math.ceil(top / step - 1e-9) * step)];
  const count = Math.round((high - low) / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => tidy(low + n * step));
  return { low: tidy(low), high: tidy(high), ticks };
}

/** stepOf is the next of 1, 2, 5, 10, 20, 50 … that is not less. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const found = [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999) ?? 10;
  return found * power;
}

const tidy = (value: number) => Number(value.toPrecision(12));

/** placeOf maps a value between low and high to a place between from and to. */
export const placeOf = (value: number, low: number, high: number, from: number, to: number): number =>
  high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);

/** across is the place of the n-th of so many points; a single one stands in the middle. */
export const across = (index: number, count: number, width: number): number =>
  count <= 1 ? width / 2 : (index / (count - 1)) * width;

/** nearest is the index of the point that is closest to a place. */
export function nearest(place: number, count: number, width: number): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((place / width) * (count - 1))));
}

export interface Spot {
  x: number;
  y: number;
}

/** pathOf draws a line through spots and leaves a gap where there is none; `step` keeps a value until the next one. */
export function pathOf(spots: readonly (Spot | null)[], step = false): string {
  let path = '';
  let before: Spot | null = null;
  for (const spot of spots) {
    if (spot !== null) {
      if (before === null) path += `M${short(spot.x)} ${short(spot.y)}`;
      else path += step ? `H${short(spot.x)}V${short(spot.y)}` : `L${short(spot.x)} ${short(spot.y)}`;
    }
    before = spot;
  }
  return path;
}

const short = (value: number) => String(Math.round(value * 10) / 10);

/** lone tells which spots have no neighbour, so that no line would show them. */
export const lone = (spots: readonly (Spot | null)[]): Spot[] =>
  spots.filter((spot, n): spot is Spot => spot !== null && !spots[n - 1] && !spots[n + 1]);

/** lastOf is the index of the last value that is there, or -1. */
export const lastOf = (values: readonly (number | null)[]): number => values.findLastIndex((value) => value !== null);

/** apart moves places until each is at least a gap below the one before; the order of the places stays. */
export function apart(places: readonly number[], gap: number, most: number): number[] {
  const order = places.map((place, n) => ({ place, n })).sort((a, b) => a.place - b.place);
  order.forEach((one, n) => {
    const above = order[n - 1];
    if (above) one.place = Math.max(one.place, above.place + gap);
  });
  for (let n = order.length - 1, limit = most; n >= 0; n--, limit -= gap) {
    const one = order[n];
    if (one) one.place = Math.min(one.place, limit);
  }
  const result = [...places];
  for (const { place, n } of order) result[n] = place;
  return result;
}

/** thinned are the indexes of the labels that have room: evenly spaced, the first always. */
export function thinned(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(room))));
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every);
}
