import { expect, test } from 'vitest';
import type { Outlook, WhatIf } from '../../api/types.gen';
import { daysBetween } from '../../days';
import en from '../../i18n/en/index';
import { newTranslate } from '../../i18n/translate';
import { comparisonOf } from './comparison';
import { normaliseQuestion, rangeOf, readChange, syncField, writeChange } from './question';
import { rowsOf } from './rows';
import { validateSearch } from './search';

test('a question goes into the address and comes back the same', () => {
  for (const text of ['+20%', '-10%', '+20', '-15', '=300', '+2.5%']) {
    expect(writeChange(readChange(text, 'more'))).toBe(text);
  }
  expect(readChange('1.2x', 'more')).toEqual({ mode: 'percent', amount: 20 });
  expect(readChange('1.1', 'factor')).toEqual({ mode: 'percent', amount: 10 });
  expect(readChange('20', 'more')).toEqual({ mode: 'more', amount: 20 });
  expect(readChange(' 20%', 'more')).toEqual({ mode: 'percent', amount: 20 });
  expect(readChange('much', 'more')).toEqual({ mode: 'percent', amount: 0 });
  expect(writeChange({ mode: 'percent', amount: 0 })).toBe(undefined);
  expect(writeChange({ mode: 'exactly', amount: 0 })).toBe('=0');
});

test('a field keeps its mode when nothing is asked any more, and follows every question', () => {
  const nothing = readChange(undefined, 'more');
  expect(syncField({ mode: 'more', amount: 0 }, nothing)).toEqual({ mode: 'more', amount: 0 });
  expect(syncField({ mode: 'more', amount: 15 }, nothing)).toEqual({ mode: 'more', amount: 0 });
  expect(syncField({ mode: 'exactly', amount: 300 }, nothing)).toEqual(nothing);
  expect(syncField({ mode: 'more', amount: 0 }, readChange('+20%', 'more'))).toEqual({ mode: 'percent', amount: 20 });
});

test('sliders reach around what there is', () => {
  expect(rangeOf('percent', 100, { low: -50, high: 100 })).toEqual([-50, 100]);
  expect(rangeOf('more', 12.1, { low: 0, high: 0 })).toEqual([-12, 26]);
  expect(rangeOf('exactly', null, { low: 0, high: 0 })).toEqual([0, 3]);
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
});

const side = (p80: string | null, pv: number): Outlook =>
  ({
    finance: { bac: 100, ev: 10, earned_sp: 1, total_sp: 10, ac_total: 20, no_sprint_cost: 0, cpi: null },
    forecast: {
      state: p80 === null ? 'no progress' : 'forecast',
      sprints_used: 3,
      remaining_sp: 9,
      finish: p80 === null ? null : { p50: p80, p80, p95: p80 },
      cost: null,
      growth_sp: null,
    },
    schedule: null,
    pace_sp: null,
    roadmap_finish: null,
    curve: [
      { date: '2026-03-01', planned_sp: 1, earned_sp: 1, pv, ev: 10, ac: 20, ac_total: 20 },
      { date: '2026-03-02', planned_sp: 2, earned_sp: null, pv: pv + 10, ev: null, ac: null, ac_total: null },
    ],
  }) as unknown as Outlook;

const answer = (then: Outlook): WhatIf => ({
  day: '2026-03-01',
  question: { scope: 1, velocity: 1, rates: 1, shift: 0, growth: false },
  now: side('2026-04-01', 10),
  then,
  budget_steps: [],
});
const t = newTranslate('en', en);

test('what differs is drawn twice, what is the same once', () => {
  const same = comparisonOf(answer(side('2026-04-01', 10)), 'money', t);
  expect([same.differs, same.series.map((line) => line.key)]).toEqual([false, ['pv', 'ev', 'ac', 'bac', 'value_p80']]);
  const other = comparisonOf(answer(side('2026-05-01', 30)), 'money', t);
  expect(other.differs).toBe(true);
  expect(other.days).toEqual(['2026-03-01', '2026-03-02', '2026-04-01', '2026-05-01']);
  expect(other.series.map((line) => line.key)).toEqual([
    'pv now',
    'pv',
    'ev',
    'ac',
    'bac',
    'value_p80 now',
    'value_p80',
  ]);
});

test('a side without a forecast says why, and has no numbers', () => {
  const rows = rowsOf(side('2026-04-01', 10), side(null, 10), true);
  const finish = rows.find((row) => row.key === 'finish_p80');
  expect([finish?.now, finish?.would]).toEqual(['2026-04-01', null]);
  expect(finish?.why(side(null, 10))).toBe('forecast.state_no_progress');
  const cost = rows.find((row) => row.key === 'cost_p50');
  expect(cost?.why(side('2026-04-01', 10))).toBe('forecast.why_cost');
  expect(rows.find((row) => row.key === 'cpi')?.why(side(null, 1))).toBe('indicators.why_cost');
});

test('without access to cost, no row and no question is about cost', () => {
  const keys = rowsOf(side('2026-04-01', 10), side('2026-04-01', 10), false).map((row) => row.key);
  expect(keys).toEqual([
    ...['finish_p50', 'finish_p80', 'finish_p95', 'spi', 'ev', 'pv', 'total_sp'],
    ...['remaining_sp', 'pace_sp', 'planned_end', 'forecast_end', 'roadmap_finish'],
  ]);
  expect(normaliseQuestion({ scope: '+5', rates: '+10%' }, false)).toEqual({ scope: '+5' });
  expect(normaliseQuestion({ scope: '+5', rates: '+10%' }, true)).toEqual({ scope: '+5', rates: '+10%' });
});

test('the address is read as it is, so that the server can say what is wrong with it', () => {
  expect(validateSearch({ scope: '+20%', shift: '9', other: 'x' })).toMatchObject({ scope: '+20%', shift: '9' });
});
