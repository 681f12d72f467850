import { expect, test } from 'vitest';
import { rowsOf } from './ChartData';
import { csvOf } from './csv';
import {
  across,
  calendarTicks,
  coneOf,
  fittingLabels,
  isolated,
  labelIndexes,
  nearest,
  nearestOf,
  pathOf,
  positionsOf,
  scaleOf,
  spreadLabels,
} from './scale';
import { describePoint, type Series } from './series';

test('an axis has round steps, holds zero and every value, and survives having none', () => {
  expect(scaleOf([3, 47, null])).toEqual({ low: 0, high: 50, ticks: [0, 10, 20, 30, 40, 50] });
  expect(scaleOf([0.84, 1.1]).ticks).toEqual([0, 0.5, 1, 1.5]);
  expect(scaleOf([]).ticks.length).toBeGreaterThan(1);
  expect(scaleOf([0, 0, null]).high).toBeGreaterThan(0);
  const below = scaleOf([-12, 30]);
  expect(below.low).toBeLessThanOrEqual(-12);
  expect(below.ticks).toContain(0);
});

test('a tight axis holds its values and not zero; of one value it still has a height', () => {
  expect(scaleOf([0.84, 1.1], 5, true)).toEqual({ low: 0.8, high: 1.1, ticks: [0.8, 0.9, 1, 1.1] });
  const one = scaleOf([0.9, null], 5, true);
  expect(one.low).toBeLessThanOrEqual(0.9);
  expect(one.high).toBeGreaterThan(one.low);
  expect(scaleOf([null], 5, true).ticks.length).toBeGreaterThan(1);
});

test('points stand where they are in time, of any number of them', () => {
  expect(positionsOf(0, [])).toEqual([]);
  expect(positionsOf(1, [5])).toEqual([0.5]);
  expect(positionsOf(3, [0, 1, 10])).toEqual([0, 0.1, 1]);
  expect(positionsOf(3)).toEqual([0, 0.5, 1]);
  const many = positionsOf(
    300,
    Array.from({ length: 300 }, (_, n) => n),
  );
  expect([many[0], many[299]]).toEqual([0, 1]);
  expect(nearestOf(0.3, [0, 0.1, 1])).toBe(1);
  expect(nearestOf(0.9, [0, 0.1, 1])).toBe(2);
});

test('a line may go on over points without a value, and lines that part make a cone', () => {
  const line = [{ x: 0, y: 5 }, null, { x: 20, y: 1 }];
  expect(pathOf(line, false, true)).toBe('M0 5L20 1');
  expect(coneOf([line, [{ x: 0, y: 5 }, null, { x: 30, y: 2 }]])).toBe('M0 5L20 1L30 1L30 2Z');
  expect(coneOf([line])).toBe('');
  expect(coneOf([[null], [null]])).toBe('');
});

test('the names of days are days of the calendar with room between them', () => {
  expect(calendarTicks('2026-03-01', '2026-03-03', 8)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
  expect(calendarTicks('2025-11-05', '2026-02-20', 6)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(calendarTicks('2000-01-01', '2049-12-31', 6).length).toBeLessThanOrEqual(7);
  expect(calendarTicks('2026-03-01', '2026-03-01', 0.4)).toEqual(['2026-03-01']);
  for (let span = 1; span < 900; span++) {
    const last = new Date(Date.UTC(2025, 8, 15 + span)).toISOString().slice(0, 10);
    expect(calendarTicks('2025-09-15', last, 240 / 86).length, last).toBeGreaterThanOrEqual(2); // on a phone
  }
  expect(fittingLabels([0, 0.1, 0.5, 1], [40, 40, 40, 40], 200)).toEqual([0, 2, 3]);
});

test('a line stops where there is no value and goes on after it', () => {
  const spots = [{ x: 0, y: 5 }, { x: 10, y: 4 }, null, { x: 30, y: 2 }];
  expect(pathOf(spots)).toBe('M0 5L10 4M30 2');
  expect(pathOf(spots, true)).toBe('M0 5H10V4M30 2');
  expect(isolated(spots)).toEqual([{ x: 30, y: 2 }]);
  expect(pathOf([null, null])).toBe('');
});

test('one point stands in the middle, and is always the nearest', () => {
  expect(across(0, 1, 200)).toBe(100);
  expect(nearest(180, 1, 200)).toBe(0);
  expect(nearest(-50, 5, 200)).toBe(0);
  expect(nearest(149, 5, 200)).toBe(3);
  expect(nearest(900, 5, 200)).toBe(4);
});

test('names that would overlap are moved apart in their order, inside the plot', () => {
  const moved = spreadLabels([100, 98, 20], 15, 110);
  expect(moved).toEqual([110, 95, 20]);
});

test('three hundred names are thinned to those with room', () => {
  const shown = labelIndexes(300, 10);
  expect(shown.length).toBeLessThanOrEqual(10);
  expect(shown[0]).toBe(0);
  expect(labelIndexes(0, 10)).toEqual([]);
});

const series: Series[] = [
  { key: 'a', label: 'Remaining', values: [8, null], tone: 1 },
  { key: 'b', label: 'Ideal', values: [8, 4], tone: 2 },
];

test('a point is told with the values it has, and what happened there', () => {
  const marks = [{ index: 1, kind: 'up' as const, label: '+3' }];
  const told = describePoint({ longNames: ['Mon', 'Tue'], series, marks }, 1, String);
  expect(told.name).toBe('Tue');
  expect(told.lines.map((line) => `${line.series.label} ${line.text}`)).toEqual(['Ideal 4']);
  expect(told.notes).toEqual(['+3']);
});

test('the file quotes what needs it and runs nothing', () => {
  const rows = rowsOf({ across: 'Day', series, longNames: ['a "b", c', '=1+1'] });
  expect(csvOf(rows, 'en')).toBe('Day,Remaining,Ideal\r\n"a ""b"", c",8,8\r\n\'=1+1,,4\r\n');
});
