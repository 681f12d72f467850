// Several projects side by side, and their sums.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Finance, IndexHealth, IndexPoint, Thresholds } from './finance';
import { get } from './http';
import type { Role } from './members';
import { projectsKey } from './projects';

/** Totals are worked out on the sums of the projects that have a budget; ac_all and engaged_all are of all of them. */
export interface Totals {
  projects: number;
  with_bac: number;
  without_bac: number;
  bac: number;
  pv: number;
  ev: number;
  ac: number;
  ac_total: number;
  engaged_charge: number;
  cpi: number | null;
  spi: number | null;
  etc: number | null;
  eac: number | null;
  vac: number | null;
  cv: number | null;
  sv: number | null;
  ac_all: number;
  engaged_all: number;
}

export interface PortfolioRow {
  uuid: string;
  name: string;
  color: string;
  role: Role;
  has_budget: boolean;
  finance: Finance;
  health: IndexHealth;
  /** Twice a week over eight weeks, today last. */
  spark: { days: string[]; cpi: (number | null)[]; spi: (number | null)[] };
  /** Once a week, today last. */
  tail: IndexPoint[];
}

/** HiddenProject is a project whose cost the reader may not know. It is no row and in no sum. */
export interface HiddenProject {
  uuid: string;
  name: string;
  color: string;
}

export interface Portfolio {
  totals: Totals;
  rows: PortfolioRow[];
  hidden: HiddenProject[];
  thresholds: Thresholds;
  today: string;
}

/** portfolioKey begins as the list of projects does: what makes one old makes the other old. */
export const portfolioKey = [...projectsKey, 'portfolio'] as const;

/** portfolioQuery is the portfolio of all projects of the reader, or of those that are named. */
export const portfolioQuery = (projects?: readonly string[]) =>
  queryOptions({
    queryKey: [...portfolioKey, projects?.join(',') ?? ''] as const,
    queryFn: ({ signal }) => get<Portfolio>('/portfolio', { projects: projects?.join(',') }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
