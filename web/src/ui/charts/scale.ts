// Chart arithmetic: round axis steps, positions of values, and paths.

import { dateOf, dayNumber, dayOf } from '../../days';

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** An axis with round steps that covers all values, and zero unless `tight`. */
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

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not less than `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const found = [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999) ?? 10;
  return found * power;
}

const tidy = (value: number) => Number(value.toPrecision(12));

/** Maps a value in [low, high] to [from, to]. */
export const interpolate = (value: number, low: number, high: number, from: number, to: number): number =>
  high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);

/** The position of the n-th of `count` points; a single one is centred. */
export const across = (index: number, count: number, width: number): number =>
  count <= 1 ? width / 2 : (index / (count - 1)) * width;

/** Positions as shares of the width: by value if given, else evenly spaced. */
export function positionsOf(count: number, at?: readonly number[]): number[] {
  const first = at?.[0] ?? 0;
  const span = (at?.[count - 1] ?? 0) - first;
  return Array.from({ length: count }, (_, n) =>
    at === undefined || span <= 0 ? across(n, count, 1) : ((at[n] ?? first) - first) / span,
  );
}

/** The index of the point closest to a share of the width. */
export function nearestOf(share: number, places: readonly number[]): number {
  let best = 0;
  places.forEach((place, n) => {
    if (Math.abs(place - share) < Math.abs((places[best] ?? 0) - share)) best = n;
  });
  return best;
}

/** The index of the point closest to a position. */
export function nearest(place: number, count: number, width: number): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round((place / width) * (count - 1))));
}

export interface Point {
  x: number;
  y: number;
}

/** A line through points, with gaps where points are missing; with `step`, a value applies until the next one. */
export function pathOf(spots: readonly (Point | null)[], step = false, bridge = false): string {
  let path = '';
  let before: Point | null = null;
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

/** Points without neighbours, which no line would show. */
export const isolated = (spots: readonly (Point | null)[]): Point[] =>
  spots.filter((spot, n): spot is Point => spot !== null && !spots[n - 1] && !spots[n + 1]);

/** The outline of an area that widens from the common start of rising lines to every combination of the places and heights of their ends. */
export function coneOf(lines: readonly (readonly (Point | null)[])[]): string {
  const start = lines[0]?.find((spot) => spot !== null);
  const ends = lines.map((line) => line.findLast((spot) => spot !== null)).filter((spot) => spot != null);
  if (!start || ends.length < 2) return '';
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const [near, far, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return `${pathOf([start, { x: near, y: top }, { x: far, y: top }, { x: far, y: foot }])}Z`;
}

export const lastOf = (values: readonly (number | null)[]): number => values.findLastIndex((value) => value !== null);

/** Moves labels apart until each is at least `gap` below the one before, keeping their order. */
export function spreadLabels(places: readonly number[], gap: number, most: number): number[] {
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

/** The labels that fit side by side; the first is left-aligned at the start. */
export function fittingLabels(places: readonly number[], widths: readonly number[], width: number): number[] {
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

/** About `most` days in a range, and at least both of its ends, because a single label shows no scale. */
export function calendarTicks(first: string, last: string, most: number): string[] {
  const ticks = roundDays(first, last, Math.max(1, Math.floor(most)));
  return ticks.length < 2 && first !== last ? [first, last] : ticks;
}

/** Every day, every n days, or the first day of every n months, for about as many days as there is room for. */
function roundDays(first: string, last: string, room: number): string[] {
  const [from, to] = [dayNumber(first), dayNumber(last)];
  const step = [1, 2, 7, 14].find((days) => (to - from) / days < room);
  if (step !== undefined) {
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => dayOf(from + n * step));
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120].find((count) => (to - from) / (count * 30.4) < room) ?? 240;
  const start = dateOf(from);
  const begin = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  return Array.from({ length: room + 2 }, (_, n) => begin + n * months)
    .map((month) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10))
    .filter((day) => day >= first && day <= last);
}

/** Indexes of the labels that fit: evenly spaced, always including the first. */
export function labelIndexes(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(room))));
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every);
}
