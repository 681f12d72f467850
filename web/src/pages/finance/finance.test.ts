import { expect, test } from 'vitest';
import type { BudgetStep, CurvePoint, Finance, FinancePage, Forecast, Schedule } from '../../api/types.gen';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import fr from '../../i18n/fr/index';
import { newTranslate } from '../../i18n/translate';
import { fields, groupsFor, needsCost, showIndicator, unitOf, whyUnknown } from '../../ui/indicators';
import { changed, signed } from './compare';
import { indicesOf } from './indices';
import { earlyCostText, planGapText, undatedPoints } from './notes';
import { curveOf, stepMarks } from './scurve';
import { validateSearch } from './search';
import { daysText, moneyOf, reserveOf, timeOf } from './summary';
import { warningText } from './Warnings';

const t = newTranslate('en', en);
const format = newFormat('en');

const blank: Finance = {
  project_uuid: 'p',
  bac: 1000,
  base_budget: 900,
  reserve: 100,
  contingency_pct: 10,
  pv: 500,
  ev: 400,
  ac: 500,
  no_sprint_cost: 0,
  ac_total: 500,
  engaged_charge: 500,
  cpi: 0.8,
  spi: 0.8,
  tcpi: 1.2,
  eac: 1250,
  etc: 750,
  vac: -250,
  cv: -100,
  sv: -100,
  total_sp: 100,
  done_sp: 40,
  earned_sp: 40,
  planned_sp: 50,
  undated_sp: 0,
  progress_pct: 40,
  planned_pct: 50,
};
const schedule: Schedule = {
  start: '2026-01-01',
  planned_end: '2026-06-30',
  pd: 181,
  at: 90,
  es: 80,
  sv_t: -10,
  spi_t: 0.89,
  tspi: 1.1,
  ieac_t: 203,
  forecast_end: '2026-07-22',
};
const forecast: Forecast = {
  state: 'forecast',
  remaining_sp: 60,
  sprints_used: 5,
  trials: 5000,
  finish: { p50: '2026-07-01', p80: '2026-07-10', p95: '2026-07-20' },
  cost: { p50: 1200, p80: 1250, p95: 1300 },
  distribution: [],
  too_far: 0,
  rhythm: 14,
  growth_sp: null,
};
const told = (
  finance: Partial<Finance>,
  days: Partial<Schedule> | null = {},
  state: Forecast['state'] = 'forecast',
) => ({
  finance: { ...blank, ...finance },
  schedule: days && { ...schedule, ...days },
  forecast: { ...forecast, state },
});

test('the sentence about money fits each case', () => {
  const none = { cpi: null, etc: null, eac: null, vac: null };
  expect(moneyOf(told({}))).toBe('over');
  expect(moneyOf(told({ vac: 20 }))).toBe('under');
  expect(moneyOf(told({ vac: 0.3 }))).toBe('on');
  expect(moneyOf(told({ ...none, bac: null }))).toBe('noBudget');
  expect(moneyOf(told({ ...none, bac: null, total_sp: 0, ac_total: 0 }))).toBe('nothing');
  expect(moneyOf(told({ ...none, ac: 0, ac_total: 30 }))).toBe('noCost');
  expect(moneyOf(told({ ...none, cpi: 0 }))).toBe('noEarned');
  expect(moneyOf(told({ etc: 0, vac: -5 }))).toBe('finishedOver');
  expect(moneyOf(told({ etc: 0, vac: 5 }))).toBe('finishedUnder');
  expect(moneyOf(told({ etc: 0, vac: 0 }))).toBe('finishedOn');
});

test('the sentence about time fits each case', () => {
  expect(timeOf(told({}))).toBe('behind');
  expect(timeOf(told({}, { forecast_end: null }))).toBe('behindNoEnd');
  expect(timeOf(told({}, { sv_t: 3 }))).toBe('ahead');
  const same = { forecast_end: schedule.planned_end };
  expect(timeOf(told({}, same))).toBe('behindSameEnd');
  expect(timeOf(told({}, { ...same, sv_t: 3 }))).toBe('aheadSameEnd');
  expect(timeOf(told({}, { sv_t: 0.01 }))).toBe('on');
  expect(timeOf(told({}, null))).toBe('points');
  expect(timeOf(told({ spi: null }, null))).toBe('noDue');
  expect(timeOf(told({ progress_pct: 100 }, {}, 'finished'))).toBe('allEarned');
});

test('the reserve is told as untouched, needed, too small, used or gone', () => {
  const of = (amount: number | null, used: number | null, foreseen: number | null, etc = 750) =>
    reserveOf({
      reserve: { contingency_pct: 10, contingency_amount: amount, used, foreseen },
      finance: { ...blank, etc },
    });
  expect(of(null, null, null)).toBe('noBudget');
  expect(of(0, 0, 5)).toBe('none');
  expect(of(100, 0, 0)).toBe('untouched');
  expect(of(100, 0, null)).toBe('untouched');
  expect(of(100, 0, 40)).toBe('willBeUsed');
  expect(of(100, 0, 140)).toBe('willNotDo');
  expect(of(100, 20, 40)).toBe('used');
  expect(of(100, 120, 200)).toBe('gone');
  expect(of(100, 0, 0, 0)).toBe('wasNotNeeded');
  expect(of(100, 40, 40, 0)).toBe('wasUsed');
  expect(of(100, 120, 120, 0)).toBe('gone');
});

const day = (date: string, past: boolean): CurvePoint => ({
  date,
  planned_sp: 1,
  earned_sp: past ? 1 : null,
  pv: 10,
  ev: past ? 9 : null,
  ac: past ? 8 : null,
  ac_total: past ? 8 : null,
});
const course = (curve: CurvePoint[], finance: Partial<Finance> = {}) => ({
  curve,
  finance: { ...blank, ...finance },
  budget_steps: [],
  forecast,
  day: '2026-06-02',
});

test('the S-curve reaches from the first day to the last that may be, with a cone from today', () => {
  const drawn = curveOf(
    course([day('2026-06-01', true), day('2026-06-02', true), day('2026-06-03', false)]),
    'money',
    t,
  );
  expect(drawn.days).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-07-01', '2026-07-10', '2026-07-20']);
  expect(drawn.today).toBe(1);
  const line = (key: string) => drawn.series.find((series) => series.key === key)?.values;
  expect(line('ev')).toEqual([9, 9, null, null, null, null]);
  expect(line('bac')).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
  expect(line('cost_p80')).toEqual([null, 500, null, null, 1250, null]);
  expect(line('value_p95')).toEqual([null, 400, null, null, null, 1000]);
  expect(drawn.cones.map((cone) => cone.of.length)).toEqual([3, 3]);
});

test('the S-curve steps with the budget, and says why', () => {
  const steps = [
    { date: '2026-06-02', before: 500, budget: null, reason: '' },
    { date: '2026-06-03', before: null, budget: 1000, reason: 'Second stage' },
  ];
  const drawn = curveOf(
    { ...course([day('2026-06-01', true), day('2026-06-02', true), day('2026-06-03', false)]), budget_steps: steps },
    'money',
    t,
  );
  const bac = drawn.series.find((series) => series.key === 'bac');
  expect(bac?.values).toEqual([500, null, 1000, 1000, 1000, 1000]);
  const marks = stepMarks([...steps, { ...steps[0], date: '2020-01-01' } as BudgetStep], drawn.days, t, format);
  expect(marks).toEqual([
    { index: 1, kind: 'down', label: 'Budget 500 → none' },
    { index: 2, kind: 'up', label: 'Budget none → 1,000 (Second stage)' },
  ]);
});

test('the S-curve survives having no point, one, and three hundred', () => {
  expect(curveOf(course([]), 'money', t).days).toEqual([]);
  const one = curveOf(
    { ...course([day('2026-06-02', true)]), forecast: { ...forecast, state: 'no progress' } },
    'money',
    t,
  );
  expect([one.days.length, one.cones.length]).toEqual([1, 0]);
  const start = Date.parse('2026-01-01');
  const many = Array.from({ length: 300 }, (_, n) =>
    day(new Date(start + n * 86_400_000).toISOString().slice(0, 10), n < 153),
  );
  expect(curveOf(course(many), 'money', t).days.length).toBe(300);
});

test('without a budget there are points to draw, and no line without a value', () => {
  const curve = [day('2026-06-01', true), day('2026-06-02', true)].map((point) => ({ ...point, pv: null, ev: null }));
  const poor = course(curve, { bac: null, ev: null, pv: null });
  expect(curveOf(poor, 'money', t).series.map((series) => series.key)).toEqual([
    'ac',
    'cost_p50',
    'cost_p80',
    'cost_p95',
  ]);
  const points = curveOf(poor, 'points', t);
  expect(points.series.map((series) => series.key).slice(0, 3)).toEqual(['planned_sp', 'earned_sp', 'total_sp']);
  expect(points.cones.length).toBe(1);
});

test('the indices begin where there is one and end with the day that is shown', () => {
  const page = {
    history: [
      { day: '2026-06-01', cpi: null, spi: null },
      { day: '2026-06-02', cpi: null, spi: 1 },
      { day: '2026-06-03', cpi: 0.9, spi: 1 },
    ],
    finance: blank,
    day: '2026-06-03',
    sees_rates: true,
    thresholds: { amber: 0.95, red: 0.85 },
  } as unknown as FinancePage;
  const drawn = indicesOf(page, t);
  expect(drawn.days).toEqual(['2026-06-02', '2026-06-03']);
  expect(drawn.series[0]?.values).toEqual([null, 0.8]);
  expect(drawn.bands.map((band) => [band.from, band.to])).toEqual([
    [undefined, 0.85],
    [0.85, 0.95],
    [0.95, undefined],
  ]);
  expect(indicesOf({ ...page, history: [], finance: { ...blank, cpi: null, spi: null } }, t).days).toEqual([]);
});

const withheld = Object.fromEntries(fields.filter(needsCost).map((field) => [field, null])) as Partial<Finance>;

test('without access to cost, the sentence tells of value and never of money spent', () => {
  expect(moneyOf(told(withheld))).toBe('value');
  expect(moneyOf(told({ ...withheld, bac: null }))).toBe('valueNoBudget');
  expect(moneyOf(told({ ...withheld, total_sp: 0 }))).toBe('unplanned');
  for (const amount of [null, 0, 100]) {
    const reserve = { contingency_pct: 10, contingency_amount: amount, used: null, foreseen: null };
    const expected = amount === null ? 'noBudget' : amount === 0 ? 'none' : 'amount';
    expect(reserveOf({ reserve, finance: { ...blank, ...withheld } })).toBe(expected);
  }
});

test('without access to cost, the S-curve has no line and no cone of cost, and the indices no CPI', () => {
  const curve = [day('2026-06-01', true), day('2026-06-02', true)].map((point) => ({
    ...point,
    ac: null,
    ac_total: null,
  }));
  const poor = { ...course(curve, withheld), forecast: { ...forecast, cost: null } };
  const drawn = curveOf(poor, 'money', t);
  expect(drawn.series.map((series) => series.key)).toEqual(['pv', 'ev', 'bac', 'value_p50', 'value_p80', 'value_p95']);
  expect(drawn.series.every((series) => !series.unlisted)).toBe(true);
  expect(drawn.cones.map((cone) => cone.key)).toEqual(['value']);
  const page = {
    history: [],
    finance: { ...blank, ...withheld },
    day: '2026-06-03',
    sees_rates: false,
    thresholds: { amber: 0.95, red: 0.85 },
  } as unknown as FinancePage;
  expect(indicesOf(page, t).series.map((series) => series.key)).toEqual(['spi', 'one']);
});

test('a single day is no line: instead of a lone dot, the chart says what is missing', () => {
  const page = {
    history: [{ day: '2026-06-02', cpi: null, spi: null }],
    finance: { ...blank, ...withheld },
    day: '2026-06-03',
    sees_rates: false,
    thresholds: { amber: 0.95, red: 0.85 },
  } as unknown as FinancePage;
  expect(indicesOf(page, t).days).toEqual([]);
  const history = [{ day: '2026-06-02', cpi: null, spi: 0.9 }];
  expect(indicesOf({ ...page, history }, t).days).toEqual(['2026-06-02', '2026-06-03']);
});

test('without access to cost, the indicators are those that cost does not enter into', () => {
  expect(groupsFor(true).flatMap((group) => group.fields)).toEqual(fields);
  expect(groupsFor(false).map(({ group }) => group)).toEqual(['performance', 'value', 'points', 'budget']);
  expect(groupsFor(false).flatMap((group) => group.fields)).toEqual([
    ...['spi', 'sv', 'pv', 'ev'],
    ...['total_sp', 'done_sp', 'earned_sp', 'planned_sp', 'undated_sp', 'progress_pct', 'planned_pct'],
    ...['bac', 'base_budget', 'reserve', 'contingency_pct'],
  ]);
});

test('differences have a sign, and a last digit is none', () => {
  expect(changed(0.1 + 0.2, 0.3)).toBe(false);
  expect(changed(1, 1.001)).toBe(true);
  expect(changed(null, 0)).toBe(true);
  expect(changed(null, null)).toBe(false);
  expect(signed(-3, String)).toBe('−3');
  expect(signed(3, String)).toBe('+3');
});

test('all fields of the API but the project have a unit, and are written by it', () => {
  expect([...fields].sort()).toEqual(
    Object.keys(blank)
      .filter((name) => name !== 'project_uuid')
      .sort(),
  );
  const [english, french] = [newFormat('en'), newFormat('fr')];
  expect(showIndicator(english, 'eac', 118_902.4)).toBe('118,902');
  expect(showIndicator(french, 'cpi', 0.8412)).toBe('0,84');
  expect(showIndicator(english, 'progress_pct', 50.9259)).toBe('50.9%');
  expect(showIndicator(english, 'planned_sp', 141.214)).toBe('141.21');
  expect(showIndicator(english, 'vac', null)).toBe('–');
  expect(unitOf('tcpi')).toBe('ratio');
  expect([
    whyUnknown('spi', true),
    whyUnknown('eac', true),
    whyUnknown('eac', false),
    whyUnknown('cpi', false),
  ]).toEqual(['due', 'budget', 'pace', 'cost']);
});

test('the address holds a day and a unit, and nothing else', () => {
  expect(validateSearch({ as_of: '2026-02-10', unit: 'points' })).toEqual({ as_of: '2026-02-10', unit: 'points' });
  expect(validateSearch({ as_of: 'x', unit: 'euros' })).toEqual({ as_of: undefined, unit: undefined });
});

test('a warning about edits says the amount, the rise, who made them and when', () => {
  const format = newFormat('en');
  const edited = {
    since: '2026-03-09',
    rises: [{ index: 'cpi', from: 0.78, to: 0.92 }],
    by: [
      { name: 'Ada Lovelace', at: '2026-03-10T14:05:00Z' },
      { name: null, at: '2026-03-10T09:00:00Z' },
    ],
    together: [{ index: 'spi', from: 0.7, to: 0.94 }],
  };
  const text = warningText({ code: 'cost_left_sprints', amount: 1200, edited, total: 0 }, t, format, true);
  expect(text).toContain(`Since the report of ${format.date('2026-03-09')}, 1,200 of cost has left sprints`);
  expect(text).toContain('Without this, CPI would be 0.78 instead of 0.92.');
  expect(text).toContain('Without any of these changes, SPI would be 0.7 instead of 0.94.');
  const first = warningText(
    { code: 'budget_raised', amount: 1200, edited: { ...edited, since: null }, total: 0 },
    t,
    format,
    true,
  );
  expect(first).toContain('Since the project began, 1,200 was added to the budget.');
  expect(text).toMatch(/Changed by Ada Lovelace \(.*2026.*\), someone unknown \(.*\)\./);
  const late = warningText({ code: 'overbooked_minutes', amount: 90, edited: null, total: 0 }, t, format, true);
  expect(late).toContain('beyond 24 hours');
});

test('days and points agree with the number in front of them', () => {
  const days = (count: number) => [daysText(t, count, 1), daysText(newTranslate('fr', fr), count, 1)];
  expect(days(-1)).toEqual(['1 day', '1 jour']);
  expect(days(1.04)).toEqual(['1 day', '1 jour']);
  expect(days(1.5)).toEqual(['1.5 days', '1,5 jour']);
  expect(days(-2)).toEqual(['2 days', '2 jours']);
  const said = (count: number) =>
    t.rich('finance.time_behindNoEnd', { count, earned_sp: count, planned_sp: 3, days: 'x' });
  expect(said(1).join('')).toBe('1 point is earned; due by now: 3. That is x behind.');
  expect(said(2).join('')).toContain('2 points are earned');
});

test('a cost in a sprint that has not started is explained', () => {
  const sprint = (title: string, start: string | null, cost: number | null, status = 'planning') =>
    ({ uuid: title, title, start, end: start, status, cost }) as FinancePage['sprints'][number];
  const text = (...sprints: FinancePage['sprints']) =>
    earlyCostText({ sprints, day: '2026-06-02' }, t, newFormat('en'));
  expect(text(sprint('Now', '2026-06-02', 5), sprint('Free', '2026-06-03', 0))).toBe('');
  expect(text(sprint('Hidden', '2026-06-03', null))).toBe('');
  expect(text(sprint('Next', '2026-06-03', 5), sprint('Now', '2026-06-01', 7))).toBe(
    'Next has not started but already has a cost (5), because time was logged on tickets that are now in it.',
  );
  expect(text(sprint('Some day', null, 5), sprint('Once', null, 5, 'completed'))).toContain('Some day has not started');
  const many = ['A', 'B', 'C', 'D'].map((title) => sprint(title, '2026-06-03', 10));
  expect(text(...many)).toContain('A, B, C and 1 more have not started but already have a cost (40)');
});

test('a plan that ends below the budget says which points are missing', () => {
  const curve = [{ ...day('2026-06-01', true), planned_sp: 60, pv: 600 }];
  const text = (unit: 'money' | 'points', finance: Partial<Finance> = {}) =>
    planGapText({ curve, finance: { ...blank, undated_sp: 30, ...finance } }, unit, t, newFormat('en'));
  expect(text('money')).toBe(
    'The plan ends at 600 instead of 1,000, because 40 points will never become due: 30 in sprints without dates, 10 in no sprint or added to a sprint after its start.',
  );
  expect(text('points')).toContain('The plan ends at 60 instead of 100,');
  expect(text('money', { bac: 600 })).toBe('');
  expect(undatedPoints({ curve: [], finance: blank })).toEqual({ missing: 0, undated: 0 });
  expect(undatedPoints({ curve, finance: { ...blank, bac: 605, total_sp: 61 } }).missing).toBe(0.5);
});
