// What another budget would mean, before it is saved.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';

/** The figures that depend on budget and reserve, and the costs they are measured against; null where one has no meaning. */
export interface BudgetFigures {
  bac: number | null;
  base_budget: number | null;
  contingency: number | null;
  contingency_pct: number;
  pv: number | null;
  ev: number | null;
  ac: number;
  ac_total: number;
  cpi: number | null;
  spi: number | null;
  tcpi: number | null;
  eac: number | null;
  etc: number | null;
  vac: number | null;
  cv: number | null;
  sv: number | null;
}

export interface BudgetPreview {
  now: BudgetFigures;
  then: BudgetFigures;
}

export interface Budget {
  budget: number | null;
  contingency_pct: number;
}

export const budgetQuery = (project: string, question: Budget) =>
  queryOptions({
    queryKey: [...projectKey(project), 'budget', question] as const,
    // An empty budget asks for none.
    queryFn: ({ signal }) =>
      get<BudgetPreview>(`/projects/${project}/budget`, { ...question, budget: question.budget ?? '' }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
