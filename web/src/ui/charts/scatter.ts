// The places of days along an axis, and what lies nearest to a place.
import type { Spot } from './scale';

const steps = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728, 1820];

/** daysBetween are days at even distances from the first one on, at most so many. */
export function daysBetween(first: number, last: number, most: number): number[] {
  const span = last - first;
  const room = Math.max(1, Math.floor(most));
  const step = steps.find((one) => Math.floor(span / one) + 1 <= room) ?? Math.max(1, Math.ceil(span / room));
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, n) => first + n * step);
}

/** nearestSpot is the index of the spot that is closest to a place, or -1 when none is within reach. */
export function nearestSpot(spots: readonly (Spot | null)[], place: Spot, reach: number): number {
  let [best, least] = [-1, reach * reach];
  spots.forEach((spot, n) => {
    if (spot === null) return;
    const away = (spot.x - place.x) ** 2 + (spot.y - place.y) ** 2;
    if (away <= least) [best, least] = [n, away];
  });
  return best;
}
