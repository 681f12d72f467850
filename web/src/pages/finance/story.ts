// What the numbers say, as a case for each sentence on top of the page.
import type { Finance, FinancePage } from '../../api/types.gen';

/** Money is what there is to say about cost, or, to a reader who may not know it, about value. */
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

/** Time is what there is to say about the plan. */
export type Time = 'noDue' | 'allEarned' | 'points' | 'behind' | 'behindNoEnd' | 'ahead' | 'on';

type Told = Pick<FinancePage, 'finance' | 'schedule' | 'forecast'>;

export function moneyOf({ finance }: Told): Money {
  const { bac, cpi, eac, etc, vac, ac, ac_total, total_sp } = finance;
  if (ac_total === null) return earnedOnly(finance);
  if (bac === null) return total_sp === 0 && ac_total === 0 ? 'nothing' : 'noBudget';
  if (total_sp === 0 && ac_total === 0) return 'nothing';
  if (etc === 0 && vac !== null && total_sp > 0) return side(vac, 'finishedOver', 'finishedUnder', 'finishedOn');
  if (cpi === null) return ac === 0 ? 'noCost' : 'unpriced';
  if (eac === null || vac === null) return 'noEarned';
  return side(vac, 'over', 'under', 'on');
}

function earnedOnly({ bac, total_sp }: Finance): Money {
  if (total_sp === 0) return 'unplanned';
  return bac === null ? 'valueNoBudget' : 'value';
}

/** side chooses by what is left of a budget, as it is printed: less than half a unit is nothing. */
function side<T>(left: number, over: T, under: T, on: T): T {
  if (Math.abs(left) < 0.5) return on;
  return left < 0 ? over : under;
}

export function timeOf({ finance, schedule, forecast }: Told): Time {
  if (finance.total_sp > 0 && forecast.state === 'finished' && finance.progress_pct >= 100) return 'allEarned';
  if (finance.spi === null) return 'noDue';
  const days = schedule?.sv_t ?? null;
  if (schedule === null || days === null) return 'points';
  if (Math.abs(days) < 0.05) return 'on';
  if (days > 0) return 'ahead';
  return schedule.forecast_end === null ? 'behindNoEnd' : 'behind';
}

/** ReserveCase is what becomes of the reserve: whether it is touched now, and whether it will do. */
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
  if (used === null) return 'amount'; // the reader may not know the cost
  if (used > amount) return 'gone';
  if (finance.etc === 0 && finance.total_sp > 0) return used > 0 ? 'wasUsed' : 'wasNotNeeded'; // there is no pace any more
  if (foreseen !== null && foreseen > amount) return 'willNotDo';
  if (used > 0) return 'used';
  return foreseen !== null && foreseen > 0 ? 'willBeUsed' : 'untouched';
}
