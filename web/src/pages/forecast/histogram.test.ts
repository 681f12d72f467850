import { expect, test } from 'vitest';
import type { Forecast } from '../../api/types.gen';
import { addDays, dayNumber } from '../../days';
import { cumulated, histogramOf } from './histogram';

/** A forecast whose simulations end on the given days after 1 March, with equal shares. */
function endingAfter(days: readonly number[], too_far = 0): Forecast {
  const finish = (share: number) => {
    const day = days[Math.ceil((share / (1 - too_far)) * days.length - 1e-9) - 1];
    return day === undefined ? null : addDays('2026-03-01', day);
  };
  return {
    distribution: days.map((day) => ({ finish: addDays('2026-03-01', day), share: (1 - too_far) / days.length })),
    finish: { p50: finish(0.5), p80: finish(0.8), p95: finish(0.95) },
    too_far,
  } as unknown as Forecast;
}

const range = (count: number, step = 1) => Array.from({ length: count }, (_, n) => n * step);

test('every share is in a bar or later, and the bars are few and equally long', () => {
  for (const days of [[3], range(30), range(100), range(400), range(250, 28), [...range(200), 7000]]) {
    for (const most of [10, 25, 60]) {
      const { bins, later } = histogramOf(endingAfter(days), most);
      expect(bins.length).toBeLessThanOrEqual(most);
      expect(bins.reduce((sum, bin) => sum + bin.share, later)).toBeCloseTo(1, 9);
      expect(new Set(bins.map((bin) => bin.last - bin.first)).size).toBe(1);
      expect(bins[0]?.first).toBe(dayNumber('2026-03-01') + (days[0] ?? 0));
    }
  }
});

test('a few very late dates leave room for the others, and P95 is always drawn', () => {
  const { bins, later } = histogramOf(endingAfter([...range(199), 7000]), 60);
  expect(later).toBeCloseTo(1 / 200, 9);
  expect(bins[bins.length - 1]?.last).toBeLessThan(dayNumber('2027-01-01'));
  const far = endingAfter(range(100), 0.045);
  const drawn = histogramOf(far, 60).bins;
  expect(drawn[drawn.length - 1]?.last).toBeGreaterThanOrEqual(dayNumber(far.finish?.p95 ?? ''));
});

test('without a finish there is nothing to draw', () => {
  expect(histogramOf(endingAfter([], 1), 60)).toEqual({ bins: [], later: 0 });
});

test('the shares add up from the first day on', () => {
  expect(cumulated([0.25, 0.5, 0.25])).toEqual([0.25, 0.75, 1]);
});
