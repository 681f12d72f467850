// The arithmetic of charts: round steps for an axis, places of values, and lines through them.

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** scaleOf is an axis with round steps that holds every value, and zero unless it is to be tight. */
export function scaleOf(values: readonly (number | null)[], about = 5, tight = false): Scale {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const held = tight && known.length > 0 ? known : [0, ...known];
  const top = Math.max(...held);
  const bottom = Math.min(...held);
  const step = stepOf((top - bottom || 1) / about);
  const low = Math.floor(bottom / step + 1e-9) * step;
  const high = Math.max(low + step, Math.ceil(top / step - 1e-9) * step);
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

/** placesOf is where points stand, as shares of the width: by their own places, or evenly. */
export function placesOf(count: number, at?: readonly number[]): number[] {
  const first = at?.[0] ?? 0;
  const span = (at?.[count - 1] ?? 0) - first;
  return Array.from({ length: count }, (_, n) =>
    at === undefined || span <= 0 ? across(n, count, 1) : ((at[n] ?? first) - first) / span,
  );
}

/** nearestOf is the index of the point that is closest to a share of the width. */
export function nearestOf(share: number, places: readonly number[]): number {
  let best = 0;
  places.forEach((place, n) => {
    if (Math.abs(place - share) < Math.abs((places[best] ?? 0) - share)) best = n;
  });
  return best;
}

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
export function pathOf(spots: readonly (Spot | null)[], step = false, bridge = false): string {
  let path = '';
  let before: Spot | null = null;
  for (const spot of bridge ? spots.filter((one) => one !== null) : spots) {
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

/** coneOf is the outline of lines that part: from the first point of the first along the ends of all. */
export function coneOf(lines: readonly (readonly (Spot | null)[])[]): string {
  const start = lines[0]?.find((spot) => spot !== null);
  const ends = lines.map((line) => line.findLast((spot) => spot !== null)).filter((spot) => spot != null);
  if (!start || ends.length < 2) return '';
  return `${pathOf([start, ...ends])}Z`;
}

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

/** dayNumber counts days, so that days stand where they are in time. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** roomy are the labels of points that fit beside each other; one at the very start begins there. */
export function roomy(places: readonly number[], widths: readonly number[], width: number): number[] {
  const shown: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  places.forEach((place, n) => {
    const half = (widths[n] ?? 0) / 2;
    if (place * width - half < free) return;
    shown.push(n);
    free = place * width + (place === 0 ? 2 * half : half) + 14;
  });
  return shown;
}

/** calendar are about so many days between two, both included: each, each so many, or the firsts of months or years. */
export function calendar(first: string, last: string, most: number): string[] {
  const [from, to] = [dayNumber(first), dayNumber(last)];
  const room = Math.max(1, Math.floor(most));
  const step = [1, 2, 7, 14].find((days) => (to - from) / days < room);
  if (step !== undefined) {
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => dayOf(from + n * step));
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120].find((count) => (to - from) / (count * 30.4) < room) ?? 240;
  const start = new Date(from * 86_400_000);
  const begin = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  return Array.from({ length: room + 2 }, (_, n) => begin + n * months)
    .map((month) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10))
    .filter((day) => day >= first && day <= last);
}

/** dayOf is the day with a number of dayNumber. */
export const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);

/** thinned are the indexes of the labels that have room: evenly spaced, the first always. */
export function thinned(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(room))));
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every);
}
