// The effects of a what-if question, as table rows.
import type { Outlook } from '../../api/types.gen';
import type { TextKey } from '../../i18n';
import { type Indicator, needsCost, whyUnknown } from '../../ui/indicators';

export type Cell = number | string | null;

export interface Row {
  key: string;
  /** An indicator, or a text key with its values. */
  indicator?: Indicator;
  text?: TextKey;
  share?: string;
  kind: 'day' | 'money' | 'points' | 'days' | 'indicator';
  now: Cell;
  would: Cell;
  /** Why a side has no value. */
  why: (side: Outlook) => TextKey;
}

const shares = ['p50', 'p80', 'p95'] as const;
const moved: readonly Indicator[] = ['eac', 'vac', 'etc', 'cpi', 'spi', 'tcpi', 'ev', 'pv', 'ac_total', 'total_sp'];

/** Explains why there is no forecast, or no end date. */
export function whyForecast({ forecast, finance }: Outlook): TextKey {
  switch (forecast.state) {
    case 'finished':
      return finance.total_sp === 0 ? 'forecast.state_empty' : 'forecast.state_finished';
    case 'not enough history':
      return 'forecast.state_not_enough_history';
    case 'no progress':
      return 'forecast.state_no_progress';
    case 'forecast':
      return 'forecast.tooFar';
  }
}

const whyCost = (side: Outlook): TextKey =>
  side.forecast.state === 'forecast' && side.forecast.finish !== null ? 'forecast.why_cost' : whyForecast(side);

/** Pairs both sides, omitting rows that need cost if it is hidden. */
export function rowsOf(now: Outlook, then: Outlook, seesCost: boolean): Row[] {
  const both = (read: (side: Outlook) => Cell | undefined) => ({ now: read(now) ?? null, would: read(then) ?? null });
  return [
    ...shares.map(
      (share): Row => ({
        key: `finish_${share}`,
        text: 'forecast.row_finish',
        share: share.toUpperCase(),
        kind: 'day',
        ...both((side) => side.forecast.finish?.[share]),
        why: whyForecast,
      }),
    ),
    ...(seesCost ? shares : []).map(
      (share): Row => ({
        key: `cost_${share}`,
        text: 'forecast.row_cost',
        share: share.toUpperCase(),
        kind: 'money',
        ...both((side) => side.forecast.cost?.[share]),
        why: whyCost,
      }),
    ),
    ...(seesCost ? moved : moved.filter((field) => !needsCost(field))).map(
      (field): Row => ({
        key: field,
        indicator: field,
        kind: 'indicator',
        ...both((side) => side.finance[field]),
        why: (side) => `indicators.why_${whyUnknown(field, side.finance.bac === null)}`,
      }),
    ),
    row(
      'remaining_sp',
      'points',
      both((side) => side.forecast.remaining_sp),
      'forecast.why_sprints',
    ),
    ...(then.forecast.growth_sp === null
      ? []
      : [
          row(
            'growth_sp',
            'points',
            both((side) => side.forecast.growth_sp),
            'forecast.why_growth',
          ),
        ]),
    row(
      'pace_sp',
      'points',
      both((side) => side.pace_sp),
      'forecast.why_sprints',
    ),
    row(
      'planned_end',
      'day',
      both((side) => side.schedule?.planned_end),
      'forecast.why_dates',
    ),
    row(
      'forecast_end',
      'day',
      both((side) => side.schedule?.forecast_end),
      'forecast.why_dates',
    ),
    row(
      'roadmap_finish',
      'day',
      both((side) => side.roadmap_finish),
      'forecast.why_roadmap',
    ),
  ];
}

type Own = 'remaining_sp' | 'growth_sp' | 'pace_sp' | 'planned_end' | 'forecast_end' | 'roadmap_finish';

const row = (key: Own, kind: Row['kind'], both: { now: Cell; would: Cell }, why: TextKey): Row => ({
  key,
  text: `forecast.row_${key}`,
  kind,
  ...both,
  why: () => why,
});
