// What a chart shows and a reader may not expect, in words.
import type { FinancePage } from '../../api/types.gen';
import type { Format, Translate } from '../../i18n';
import { showIndicator } from '../../ui/indicators';
import type { CurveUnit } from './scurve';

/** How many sprints are named. */
const maxNames = 3;

/** Names sprints that have not started but already have a cost; empty if there are none. */
export function earlyCostText({ sprints, day }: Pick<FinancePage, 'sprints' | 'day'>, t: Translate, format: Format) {
  const early = sprints.filter(
    ({ start, status, cost }) => (cost ?? 0) > 0 && (start === null ? status === 'planning' : start > day),
  );
  if (early.length === 0) return '';
  const names = early.slice(0, maxNames).map((sprint) => sprint.title);
  const more = early.length - names.length;
  return t('finance.earlyCost', {
    count: early.length,
    names: more > 0 ? `${names.join(', ')} ${t('finance.andMore', { count: more })}` : format.list(names),
    cost: format.money(early.reduce((sum, { cost }) => sum + (cost ?? 0), 0)),
  });
}

type Plan = Pick<FinancePage, 'curve' | 'finance'>;

/** The points that never become due, and how many of them are in sprints without dates. */
export function undatedPoints({ curve, finance }: Plan): { missing: number; undated: number } {
  const end = curve.at(-1);
  const { bac, total_sp, undated_sp } = finance;
  if (end === undefined) return { missing: 0, undated: 0 };
  const { planned_sp, pv } = end;
  // The total is rounded; the ratio of budget and planned value is exact.
  const exact = bac !== null && pv !== null && pv > 0 ? planned_sp * (bac / pv) : total_sp;
  const missing = Number(Math.max(0, exact - planned_sp).toFixed(2));
  return { missing, undated: Math.min(missing, undated_sp) };
}

/** Why the plan ends below the budget or the points of all tickets; empty if it does not. */
export function planGapText(page: Plan, unit: CurveUnit, t: Translate, format: Format): string {
  const { missing, undated } = undatedPoints(page);
  const end = page.curve.at(-1);
  if (missing === 0 || end === undefined) return '';
  const [last, whole] = unit === 'money' ? (['pv', 'bac'] as const) : (['planned_sp', 'total_sp'] as const);
  if (end[last] === null || page.finance[whole] === null) return '';
  return t('finance.planGap', {
    end: showIndicator(format, last, end[last]),
    whole: showIndicator(format, whole, page.finance[whole]),
    points: t('words.points', { count: missing }),
    undated: format.number(undated, 2),
    rest: format.number(missing - undated, 2),
  });
}
