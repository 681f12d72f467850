// Selects the sentences at the top of the page.
import type { Finance, FinancePage } from '../../api/types.gen';
import type { Translate } from '../../i18n';

/** The cost sentence, or the value sentence if cost is hidden. */
export type Money =
  | 'nothing'
  | 'noBudget'
  | 'finishedOver'
  | 'finishedUnder'
  | 'finishedOn'
  | 'noCost'
  | 'noEarned'
  | 'unpriced'
  | 'over'
  | 'under'
  | 'on'
  | 'unplanned'
  | 'value'
  | 'valueNoBudget';

/** The schedule sentence. */
export type Time =
  | 'noDue'
  | 'allEarned'
  | 'points'
  | 'behind'
  | 'behindNoEnd'
  | 'behindSameEnd'
  | 'ahead'
  | 'aheadSameEnd'
  | 'on';

type Facts = Pick<FinancePage, 'finance' | 'schedule' | 'forecast'>;

export function moneyOf({ finance }: Facts): Money {
  const { bac, cpi, eac, etc, vac, ac, ac_total, total_sp } = finance;
  if (ac_total === null) return earnedOnly(finance);
  if (bac === null) return total_sp === 0 && ac_total === 0 ? 'nothing' : 'noBudget';
  if (total_sp === 0 && ac_total === 0) return 'nothing';
  if (etc === 0 && vac !== null && total_sp > 0)
    return compareToBudget(vac, 'finishedOver', 'finishedUnder', 'finishedOn');
  if (cpi === null) return ac === 0 ? 'noCost' : 'unpriced';
  if (eac === null || vac === null) return 'noEarned';
  return compareToBudget(vac, 'over', 'under', 'on');
}

function earnedOnly({ bac, total_sp }: Finance): Money {
  if (total_sp === 0) return 'unplanned';
  return bac === null ? 'valueNoBudget' : 'value';
}

/** Chooses a value by whether a budget is exceeded, not used up, or met to within half a unit. */
function compareToBudget<T>(left: number, over: T, under: T, on: T): T {
  if (Math.abs(left) < 0.5) return on;
  return left < 0 ? over : under;
}

export function timeOf({ finance, schedule, forecast }: Facts): Time {
  if (finance.total_sp > 0 && forecast.state === 'finished' && finance.progress_pct >= 100) return 'allEarned';
  if (finance.spi === null) return 'noDue';
  const days = schedule?.sv_t ?? null;
  if (schedule === null || days === null) return 'points';
  if (Math.abs(days) < 0.05) return 'on';
  const same = schedule.forecast_end === schedule.planned_end;
  if (days > 0) return same ? 'aheadSameEnd' : 'ahead';
  if (schedule.forecast_end === null) return 'behindNoEnd';
  return same ? 'behindSameEnd' : 'behind';
}

/** A difference in days without its sign: 1 day, 1.5 days. It is rounded first, so that the noun agrees with the number shown. */
export const daysText = (t: Translate, days: number, digits: number): string =>
  t('words.days', { count: Number(Math.abs(days).toFixed(digits)) });

/** The reserve sentence: is it in use, and will it last? */
type ReserveCase =
  | 'noBudget'
  | 'none'
  | 'amount'
  | 'untouched'
  | 'willBeUsed'
  | 'willNotDo'
  | 'used'
  | 'gone'
  | 'wasNotNeeded'
  | 'wasUsed';

export function reserveOf({ reserve, finance }: Pick<FinancePage, 'reserve' | 'finance'>): ReserveCase {
  const { contingency_amount: amount, used, foreseen } = reserve;
  if (amount === null) return 'noBudget';
  if (amount === 0) return 'none';
  if (used === null) return 'amount'; // cost is hidden
  if (used > amount) return 'gone';
  if (finance.etc === 0 && finance.total_sp > 0) return used > 0 ? 'wasUsed' : 'wasNotNeeded'; // nothing is left to project
  if (foreseen !== null && foreseen > amount) return 'willNotDo';
  if (used > 0) return 'used';
  return foreseen !== null && foreseen > 0 ? 'willBeUsed' : 'untouched';
}
