import { expect, test } from 'vitest';
import { firstDay } from '../../api/members';
import { changedFields } from '../../changedFields';
import { hasLater, wrongWith } from './budget/list';
import { spansOf } from './members/rates';
import { sameTag } from './tags/usage';

test('only what differs from what is saved counts as changed', () => {
  const saved = { name: 'Atlas', lines: ['a', 'b'], budget: null as number | null };
  expect(changedFields(saved, { name: 'Atlas', lines: ['a', 'b'] })).toEqual({});
  expect(changedFields(saved, { lines: ['b', 'a'], budget: 0 })).toEqual({ lines: ['b', 'a'], budget: 0 });
});

test('each rate holds until the day before the next, and the first from the start', () => {
  const rates = [
    { from: '2026-06-01', tjm: 500 },
    { from: '2026-11-01', tjm: 550 },
    { from: '2027-01-01', tjm: 600 },
  ];
  expect(spansOf(rates, '2026-11-15')).toEqual([
    { from: '2027-01-01', to: null, tjm: 600, current: false },
    { from: '2026-11-01', to: '2026-12-31', tjm: 550, current: true },
    { from: null, to: '2026-10-31', tjm: 500, current: false },
  ]);
  expect(spansOf([{ from: '2027-01-01', tjm: 9 }], '2026-11-15')).toEqual([
    { from: null, to: null, tjm: 9, current: true },
  ]);
  expect(spansOf([], '2026-11-15')).toEqual([]);
});

test('tags are the same whatever their case', () => {
  expect(sameTag('UX', ' ux ')).toBe(true);
  expect(sameTag('UX', 'ui')).toBe(false);
});

test('a budget can begin today or earlier, and stays in force until the next', () => {
  const draft = { budget: 5, contingency_pct: 0, reason: '' };
  expect(wrongWith({ ...draft, from: '2026-11-15' }, '2026-11-15')).toBe(undefined);
  expect(wrongWith({ ...draft, from: '2026-11-16' }, '2026-11-15')).toBe('budgetFuture');
  expect(wrongWith({ ...draft, from: '' }, '2026-11-15')).toBe('budgetNoDay');
  const row = { budget: 5, contingency_pct: 0, reason: '', user: null, set_at: '2026-09-01 08:00:00' };
  const history = {
    budgets: [
      { ...row, from: '2026-09-01' },
      { ...row, from: firstDay },
    ],
  };
  expect(['2026-08-31', '2026-09-01', '2026-11-15'].map((from) => hasLater(history, from))).toEqual([
    true,
    false,
    false,
  ]);
});
