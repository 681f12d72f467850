import type { Point } from './scale';

const steps = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728, 1820];

/** Up to `most` evenly spaced days, starting with the first. */
export function daysBetween(first: number, last: number, most: number): number[] {
  const span = last - first;
  const room = Math.max(1, Math.floor(most));
  const step = steps.find((one) => Math.floor(span / one) + 1 <= room) ?? Math.max(1, Math.ceil(span / room));
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, n) => first + n * step);
}

/** The index of the point closest to a position, or -1 if none is near enough. */
export function nearestSpot(spots: readonly (Point | null)[], place: Point, reach: number): number {
  let [best, least] = [-1, reach * reach];
  spots.forEach((spot, n) => {
    if (spot === null) return;
    const away = (spot.x - place.x) ** 2 + (spot.y - place.y) ** 2;
    if (away <= least) [best, least] = [n, away];
  });
  return best;
}
