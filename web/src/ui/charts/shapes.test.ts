import { expect, test } from 'vitest';
import { dayNumber, dayOf } from '../../days';
import { barsOf, cut, groupAt, leftOf } from './bars';
import { rangeOf, sparkSpots } from './Sparkline';
import { daysBetween, nearestSpot } from './scatter';
import { areaOf, stackOf } from './stacked';

test('groups of bars share the width, whether there are one, three or three hundred', () => {
  for (const groups of [1, 3, 300]) {
    const bars = barsOf(groups, 2, 600);
    expect(bars.bar).toBeGreaterThanOrEqual(1);
    expect(bars.bar).toBeLessThanOrEqual(44);
    const ends = [leftOf(bars, 2, 0, 0), leftOf(bars, 2, groups - 1, 1) + bars.bar];
    expect(ends[0]).toBeGreaterThanOrEqual(-0.5);
    expect(ends[1]).toBeLessThanOrEqual(600.5);
    expect(leftOf(bars, 2, 0, 1) - leftOf(bars, 2, 0, 0)).toBeCloseTo(bars.bar);
    expect(groupAt(bars, groups, leftOf(bars, 2, groups - 1, 0))).toBe(groups - 1);
  }
  const bars = barsOf(3, 2, 600);
  expect([-5, 0, 250, 9999].map((place) => groupAt(bars, 3, place))).toEqual([0, 0, 1, 2]);
  expect(barsOf(0, 0, 600).bar).toBeGreaterThan(0);
});

test('areas stand on one another, and what is not there counts nothing', () => {
  expect(
    stackOf(
      [
        [1, null],
        [2, 4],
        [-3, 1],
      ],
      2,
    ),
  ).toEqual([
    [
      [0, 1],
      [0, 0],
    ],
    [
      [1, 3],
      [0, 4],
    ],
    [
      [3, 3],
      [4, 5],
    ],
  ]);
  expect(stackOf([], 0)).toEqual([]);
});

test('an area goes along its upper edge and back along the lower one; a single day is a column', () => {
  const up = (value: number) => 100 - value;
  expect(areaOf([], 200, up)).toBe('');
  expect(areaOf([[0, 10]], 200, up)).toBe('M76 90L124 90L124 100L76 100Z');
  const three: [number, number][] = [
    [0, 10],
    [5, 20],
    [5, 5],
  ];
  expect(areaOf(three, 200, up)).toBe('M0 90L100 80L200 95L200 95L100 95L0 100Z');
  const many = Array.from({ length: 300 }, (): [number, number] => [0, 1]);
  expect(areaOf(many, 200, up).match(/L/g)).toHaveLength(599);
});

test('days along an axis are evenly spaced and never too many', () => {
  const first = dayNumber('2026-02-27');
  expect(daysBetween(first, first, 10)).toEqual([first]);
  expect(daysBetween(first, first + 3, 10).map(dayOf)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  for (const span of [30, 300, 3000, 30000]) {
    const days = daysBetween(first, first + span, 7);
    expect(days.length).toBeLessThanOrEqual(8);
    expect(days.length).toBeGreaterThan(1);
    expect(days[0]).toBe(first);
  }
  expect(daysBetween(first, first + 5, 0)).toHaveLength(1);
});

test('the dot under the pointer is the nearest within reach', () => {
  const spots = [{ x: 0, y: 0 }, null, { x: 30, y: 40 }];
  expect(nearestSpot(spots, { x: 28, y: 40 }, 24)).toBe(2);
  expect(nearestSpot(spots, { x: 15, y: 15 }, 10)).toBe(-1);
  expect(nearestSpot([], { x: 0, y: 0 }, 24)).toBe(-1);
});

test('a sparkline holds its values, keeps small changes small, and leaves gaps', () => {
  expect(rangeOf([], 0.2)).toEqual({ low: 0, high: 0.2 });
  const { low, high } = rangeOf([1, 1.02, null], 0.2);
  expect([low, high].map((value) => Number(value.toFixed(6)))).toEqual([0.91, 1.11]);
  expect(rangeOf([0.5, 1.5], 0.2)).toEqual({ low: 0.5, high: 1.5 });
  expect(sparkSpots([null, 1], 0.5, 1.5)).toEqual([null, { x: 69, y: 11 }]);
  expect(sparkSpots([1], 0.5, 1.5)).toEqual([{ x: 36, y: 11 }]);
  expect(sparkSpots([], 0, 1)).toEqual([]);
  const many = sparkSpots(
    Array.from({ length: 300 }, (_, n) => (n % 2 ? null : n)),
    0,
    300,
  );
  expect(many.every((spot) => spot === null || (spot.x >= 3 && spot.x <= 69 && spot.y >= 3 && spot.y <= 19))).toBe(
    true,
  );
});

test('a name that has no room is cut, and never inside a sign', () => {
  expect(cut('Sprint 4', 72)).toBe('Sprint 4');
  expect(cut('Sprint with a very long name', 72)).toBe('Sprint wi…');
  expect(cut('🚀🚀🚀🚀🚀🚀', 33)).toBe('🚀🚀🚀…');
  expect(cut('Sprint', 3)).toBe('S…');
});
