import { expect, test } from 'vitest';
import { rowsOf } from './ChartData';
import { csvOf } from './csv';
import { across, apart, lone, nearest, pathOf, scaleOf, thinned } from './scale';
import { readout, type Series } from './series';

test('an axis has round steps, holds zero and every value, and survives having none', () => {
  expect(scaleOf([3, 47, null])).toEqual({ low: 0, high: 50, ticks: [0, 10, 20, 30, 40, 50] });
  expect(scaleOf([0.84, 1.1]).ticks).toEqual([0, 0.5, 1, 1.5]);
  expect(scaleOf([]).ticks.length).toBeGreaterThan(1);
  expect(scaleOf([0, 0, null]).high).toBeGreaterThan(0);
  const below = scaleOf([-12, 30]);
  expect(below.low).toBeLessThanOrEqual(-12);
  expect(below.ticks).toContain(0);
});

test('a line stops where there is no value and goes on after it', () => {
  const spots = [{ x: 0, y: 5 }, { x: 10, y: 4 }, null, { x: 30, y: 2 }];
  expect(pathOf(spots)).toBe('M0 5L10 4M30 2');
  expect(pathOf(spots, true)).toBe('M0 5H10V4M30 2');
  expect(lone(spots)).toEqual([{ x: 30, y: 2 }]);
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
  const moved = apart([100, 98, 20], 15, 110);
  expect(moved).toEqual([110, 95, 20]);
});

test('three hundred names are thinned to those with room', () => {
  const shown = thinned(300, 10);
  expect(shown.length).toBeLessThanOrEqual(10);
  expect(shown[0]).toBe(0);
  expect(thinned(0, 10)).toEqual([]);
});

const series: Series[] = [
  { key: 'a', label: 'Remaining', values: [8, null], tone: 1 },
  { key: 'b', label: 'Ideal', values: [8, 4], tone: 2 },
];

test('a point is told with the values it has, and what happened there', () => {
  const marks = [{ index: 1, kind: 'up' as const, label: '+3' }];
  const told = readout({ longNames: ['Mon', 'Tue'], series, marks }, 1, String);
  expect(told.name).toBe('Tue');
  expect(told.lines.map((line) => `${line.series.label} ${line.text}`)).toEqual(['Ideal 4']);
  expect(told.notes).toEqual(['+3']);
});

test('the file quotes what needs it and runs nothing', () => {
  const rows = rowsOf({ across: 'Day', series, longNames: ['a "b", c', '=1+1'] });
  expect(csvOf(rows)).toBe('Day,Remaining,Ideal\r\n"a ""b"", c",8,8\r\n\'=1+1,,4\r\n');
});
