// The money of a project: the indicators of earned value, and what they are drawn from.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';
import type { Health } from './projects';

/**
 * Finance is the indicators of a project, by the names of the API; null where a number has no meaning, and wherever cost enters
 * for a reader who may not know it.
 */
export interface Finance {
  project_uuid: string;
  bac: number | null;
  base_budget: number | null;
  reserve: number | null;
  contingency_pct: number;
  pv: number | null;
  ev: number | null;
  ac: number | null;
  no_sprint_cost: number | null;
  ac_total: number | null;
  engaged_charge: number | null;
  cpi: number | null;
  spi: number | null;
  tcpi: number | null;
  eac: number | null;
  etc: number | null;
  vac: number | null;
  cv: number | null;
  sv: number | null;
  total_sp: number;
  done_sp: number;
  earned_sp: number;
  planned_sp: number;
  undated_sp: number;
  progress_pct: number;
  planned_pct: number;
}

/** Indicator is a number of Finance by its name on the wire. */
export type Indicator = Exclude<keyof Finance, 'project_uuid'>;

export interface IndexHealth {
  cpi: Health | null;
  spi: Health | null;
}

export interface Thresholds {
  amber: number;
  red: number;
}

/** CurvePoint is one day of the S-curve; what the plan does not say is null after the day that is shown. */
export interface CurvePoint {
  date: string;
  planned_sp: number;
  earned_sp: number | null;
  pv: number | null;
  ev: number | null;
  ac: number | null;
  ac_total: number | null;
}

export type ForecastState = 'forecast' | 'finished' | 'not enough history' | 'no progress';

export interface Percentiles<T> {
  p50: T | null;
  p80: T | null;
  p95: T | null;
}

export interface Forecast {
  state: ForecastState;
  remaining_sp: number;
  sprints_used: number;
  trials: number;
  finish: Percentiles<string> | null;
  cost: Percentiles<number> | null;
}

/** Schedule is the Earned Schedule: how far the project is, in days. */
export interface Schedule {
  start: string;
  planned_end: string;
  pd: number;
  at: number;
  es: number | null;
  sv_t: number | null;
  spi_t: number | null;
  tspi: number | null;
  ieac_t: number | null;
  forecast_end: string | null;
}

export interface IndexPoint {
  day: string;
  cpi: number | null;
  spi: number | null;
}

export interface SprintFigures {
  uuid: string;
  title: string;
  start: string | null;
  end: string | null;
  status: string;
  committed: number;
  done: number;
  earned: number;
  value: number | null;
  cost: number | null;
}

export interface EpicFigures {
  uuid: string | null;
  title: string;
  points: number;
  done_points: number;
  minutes: number;
  cost: number | null;
}

export interface MemberFigures {
  user_id: number;
  name: string;
  minutes: number;
  cost: number;
}

export interface Reserve {
  contingency_pct: number;
  contingency_amount: number | null;
  used: number | null;
  foreseen: number | null;
}

export type WarningCode = 'undated_points' | 'unrated_minutes' | 'no_sprint_minutes' | 'unestimated_tickets';

/** Warning is what weakens the numbers; the amount is points, minutes or tickets, as the code says. */
export interface Warning {
  code: WarningCode;
  amount: number;
  tickets?: { uuid: string; title: string }[];
  sprints?: { uuid: string; title: string }[];
  members?: { user_id: number; name: string }[];
}

export interface FinancePage {
  finance: Finance;
  health: IndexHealth;
  thresholds: Thresholds;
  today: string;
  /** The day that is shown. */
  day: string;
  past: boolean;
  reported: { day: string; reported_at: string; caught_up: boolean; finance: Finance } | null;
  curve: CurvePoint[];
  forecast: Forecast;
  schedule: Schedule | null;
  history: IndexPoint[];
  sprints: SprintFigures[];
  outside_cost: number | null;
  velocity: { sprints: number; mean: number | null; low: number | null; high: number | null };
  by_epic: EpicFigures[];
  /** Null for a reader who may not know the cost. */
  by_member: MemberFigures[] | null;
  reserve: Reserve;
  warnings: Warning[];
  /** False: the reader may not know the cost, and every figure that cost enters into is null. */
  sees_rates: boolean;
}

/** financeKey begins the keys of all that is worked out from the points, time and money of a project. */
export const financeKey = (project: string) => [...projectKey(project), 'finance'] as const;

/** financeQuery is the finance of a project on a day; today's when none is given. */
export const financeQuery = (project: string, asOf?: string) =>
  queryOptions({
    queryKey: [...financeKey(project), 'page', asOf ?? ''] as const,
    queryFn: ({ signal }) => get<FinancePage>(`/projects/${project}/finance`, { as_of: asOf }, signal),
    placeholderData: keepPreviousData,
  });
