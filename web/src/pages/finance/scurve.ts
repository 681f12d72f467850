// The S-curve: planned value, earned value and actual cost by day, and the forecast cone.
import type { BudgetStep, CurvePoint, Finance, Forecast } from '../../api/types.gen';
import { dayNumber } from '../../days';
import type { Format, Translate } from '../../i18n';
import type { Cone, Mark, Series } from '../../ui/charts/series';

export type CurveUnit = 'money' | 'points';

export interface Course {
  curve: readonly CurvePoint[];
  /** Days on which another budget came into force. */
  budget_steps: readonly BudgetStep[];
  forecast: Forecast;
  finance: Finance;
  /** The last day with actual data. */
  day: string;
}

export interface SCurve {
  days: string[];
  places: number[];
  today: number | null;
  series: Series[];
  cones: Cone[];
}

const shares = ['p50', 'p80', 'p95'] as const;
const shapes = { p50: 'circle', p80: 'square', p95: 'triangle' } as const;

/** Draws the curve in money or in points. */
export function curveOf(course: Course, unit: CurveUnit, t: Translate): SCurve {
  const days = daysOf(course);
  const known = new Map(course.curve.map((point) => [point.date, point]));
  const values = (field: Exclude<keyof CurvePoint, 'date'>) => days.map((day) => known.get(day)?.[field] ?? null);
  const today = days.indexOf(course.day);
  const lines = unit === 'money' ? moneyLines(course, days, values, t) : pointLines(course, values, t);
  const fan = today < 0 ? [] : fanOf(course, unit, days, t);
  return {
    days,
    places: days.map(dayNumber),
    today: today < 0 ? null : today,
    series: [...lines.filter((line) => line.values.some((value) => value !== null)), ...fan],
    cones: conesOf(fan),
  };
}

/** The days of the curve, plus the forecast end dates. */
function daysOf({ curve, forecast, day }: Course): string[] {
  if (curve.length === 0) return [];
  const ends = forecast.state === 'forecast' ? shares.map((share) => forecast.finish?.[share]) : [];
  const all = new Set([...curve.map((point) => point.date), ...ends.filter((end) => end != null)]);
  if (day >= (curve[0]?.date ?? '')) all.add(day);
  return [...all].sort();
}

type Values = (field: Exclude<keyof CurvePoint, 'date'>) => (number | null)[];

function moneyLines(
  { curve, finance, budget_steps }: Course,
  days: readonly string[],
  values: Values,
  t: Translate,
): Series[] {
  const bac = days.map((day) => budgetOn(budget_steps, finance.bac, day));
  const outside = (finance.no_sprint_cost ?? 0) > 0 && curve.length > 0;
  return [
    { key: 'pv', label: t('finance.linePv'), short: 'PV', values: values('pv'), tone: 1, dash: '7 4', bridge: true },
    { key: 'ev', label: t('finance.lineEv'), short: 'EV', values: values('ev'), tone: 2 },
    { key: 'ac', label: t('finance.lineAc'), short: 'AC', values: values('ac'), tone: 3, dash: '9 3 2 3' },
    ...(outside
      ? [
          {
            key: 'ac_total',
            label: t('finance.lineTotal'),
            short: '',
            values: values('ac_total'),
            tone: 3,
            dash: '1 3',
            thin: true,
          } satisfies Series,
        ]
      : []),
    {
      key: 'bac',
      label: t('finance.lineBac'),
      short: 'BAC',
      values: bac,
      tone: 5,
      dash: '2 4',
      thin: true,
      step: true,
    },
  ];
}

/** The budget in force on a day; the last one from the last step on. */
function budgetOn(steps: readonly BudgetStep[], last: number | null, day: string): number | null {
  const next = steps.find((step) => step.date > day);
  return next === undefined ? last : next.before;
}

/** Marks the days on which the curve steps because another budget came into force. */
export function stepMarks(steps: readonly BudgetStep[], days: readonly string[], t: Translate, format: Format): Mark[] {
  return steps.flatMap((step): Mark[] => {
    const index = days.indexOf(step.date);
    const kind = (step.budget ?? 0) < (step.before ?? 0) ? 'down' : 'up';
    return index < 0 ? [] : [{ index, kind, label: stepText(step, t, format) }];
  });
}

export function stepText(step: BudgetStep, t: Translate, format: Format): string {
  const amount = (value: number | null) => (value === null ? t('finance.stepNone') : format.money(value));
  const amounts = { before: amount(step.before), after: amount(step.budget) };
  if (step.reason === '') return t('finance.stepOf', amounts);
  return t('finance.stepOfReason', { ...amounts, reason: step.reason });
}

function pointLines({ finance }: Course, values: Values, t: Translate): Series[] {
  const planned = values('planned_sp');
  return [
    { key: 'planned_sp', label: t('indicators.planned_sp'), values: planned, tone: 1, dash: '7 4', bridge: true },
    { key: 'earned_sp', label: t('indicators.earned_sp'), values: values('earned_sp'), tone: 2 },
    {
      key: 'total_sp',
      label: t('indicators.total_sp'),
      values: planned.map(() => finance.total_sp),
      tone: 5,
      dash: '2 4',
      thin: true,
    },
  ];
}

/** Straight lines from today to the forecast ends, for cost and earned value. */
function fanOf({ forecast, finance, day }: Course, unit: CurveUnit, days: readonly string[], t: Translate): Series[] {
  if (forecast.state !== 'forecast') return [];
  const from = unit === 'money' ? finance.ev : finance.earned_sp;
  const whole = unit === 'money' ? finance.bac : finance.total_sp;
  return shares.flatMap((share): Series[] => {
    const finish = forecast.finish?.[share] ?? null;
    const line = (start: number | null, end: number | null) =>
      days.map((d) => (d === finish ? end : d === day ? start : null));
    if (finish === null) return [];
    const look = { dash: '4 3', thin: true, bridge: true, shape: shapes[share], short: '' } as const;
    const cost = forecast.cost?.[share] ?? null;
    const named = share.toUpperCase();
    const value: Series = {
      ...look,
      key: `value_${share}`,
      label: t(unit === 'money' ? 'finance.lineValueAt' : 'finance.linePointsAt', { share: named }),
      values: line(from, whole),
      tone: 2,
      unlisted: unit === 'money' && cost !== null,
    };
    const spent: Series = {
      ...look,
      key: `cost_${share}`,
      label: t('finance.lineCostAt', { share: named }),
      values: line(finance.ac_total, cost),
      tone: 3,
    };
    return [...(unit === 'money' && cost !== null ? [spent] : []), ...(from !== null && whole !== null ? [value] : [])];
  });
}

function conesOf(fan: readonly Series[]): Cone[] {
  return (['cost', 'value'] as const).flatMap((kind): Cone[] => {
    const lines = fan.filter((line) => line.key.startsWith(kind));
    return lines.length < 2 ? [] : [{ key: kind, tone: kind === 'cost' ? 3 : 2, of: lines.map((line) => line.key) }];
  });
}
