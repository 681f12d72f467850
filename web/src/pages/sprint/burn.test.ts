import { expect, test } from 'vitest';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import { newTranslate } from '../../i18n/translate';
import { burndown, burnup, type Day, lastKnown, pace, scopeMarks, sumOf, todayIn } from './burn';

const t = newTranslate('en', en);
const day = (date: string, more: Partial<Day> = {}): Day => ({
  date,
  ideal: 0,
  remaining: null,
  done: null,
  scope: null,
  added: null,
  removed: null,
  ...more,
});
const days = [
  day('2026-11-16', { ideal: 10, remaining: 10, done: 0, scope: 10, added: 0, removed: 0 }),
  day('2026-11-17', { ideal: 5, remaining: 8, done: 5, scope: 13, added: 3, removed: 0 }),
  day('2026-11-18', { ideal: 0 }),
];

test('days after today have no value but the ideal pace', () => {
  expect(burndown(days, t).map((line) => line.values)).toEqual([
    [10, 8, null],
    [10, 5, 0],
  ]);
  expect(burnup(days, t)[1]?.values).toEqual([10, 13, null]);
  expect(lastKnown(days)?.date).toBe('2026-11-17');
  expect(pace(days)).toBe(-3);
});

test('a sprint without days has no pace and no today', () => {
  expect(pace([])).toBeNull();
  expect(todayIn(days, '2026-11-20')).toBeNull();
  expect(todayIn(days, '2026-11-17')).toBe(1);
});

test('a sprint that goes on after its last day is behind by all that remains', () => {
  const late = [...days, day('2026-11-19', { ideal: 0, remaining: 6, done: 7, scope: 13, added: 0, removed: 0 })];
  expect(lastKnown(late)).toMatchObject({ date: '2026-11-19', done: 7, scope: 13 });
  expect(todayIn(late, '2026-11-19')).toBe(3);
  expect(pace(late)).toBe(-6);
});

test('only days on which scope changed are marked', () => {
  expect(scopeMarks(days, t, newFormat('en')).map((mark) => [mark.index, mark.kind])).toEqual([[1, 'up']]);
  expect(sumOf([day('x', { removed: -2 }), day('y', { removed: 1 })], 'removed')).toBe(3);
});
