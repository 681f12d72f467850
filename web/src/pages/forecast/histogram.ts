// The finish dates of a forecast, as bars.
import type { Forecast } from '../../api/types.gen';
import { dayNumber } from '../../days';

/** A span of days, as day numbers with both ends included, and the share of the simulations that end in it. */
export interface Bin {
  first: number;
  last: number;
  share: number;
}

const lengths = [1, 7, 14, 28, 56, 91, 182, 364, 728] as const;

/**
 * Spans of equal length, at most `most` of them. The last hundredth of the dates is left out, because a few very late ones would
 * leave no room for the others; `later` is their share.
 */
export function histogramOf(forecast: Forecast, most: number): { bins: Bin[]; later: number } {
  const days = forecast.distribution.map((one) => dayNumber(one.finish));
  const first = days[0];
  if (first === undefined) return { bins: [], later: 0 };
  const last = lastDrawn(forecast);
  const length = lengths.find((span) => Math.floor((last - first) / span) < most) ?? 728;
  const bins = Array.from({ length: Math.floor((last - first) / length) + 1 }, (_, n): Bin => {
    const start = first + n * length;
    return { first: start, last: start + length - 1, share: 0 };
  });
  let later = 0;
  forecast.distribution.forEach(({ share }, n) => {
    const bin = bins[Math.floor(((days[n] ?? first) - first) / length)];
    if (bin === undefined) later += share;
    else bin.share += share;
  });
  return { bins, later };
}

/** The last finish that the bars must include. */
function lastDrawn({ distribution, finish, too_far }: Forecast): number {
  let sum = 0;
  const found = distribution.find((one) => {
    sum += one.share;
    return sum >= 0.99 * (1 - too_far) && one.finish >= (finish?.p95 ?? '');
  });
  return dayNumber((found ?? distribution[distribution.length - 1])?.finish ?? '');
}

/** Sums of the shares up to each one. */
export function cumulated(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => {
    sum += share;
    return sum;
  });
}
