// The budget of a project: its history, a change to it, and a preview of the effect of a different one.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get, put } from './http';
import type { BudgetBody, BudgetHistory, BudgetPreview, Frame } from './types.gen';

export interface Budget {
  budget: number | null;
  contingency_pct: number;
}

// The keys begin with that of the finances, so that whatever changes those also refreshes the preview and the history.
export const budgetQuery = (project: string, question: Budget) =>
  queryOptions({
    queryKey: [...financeKey(project), 'budget', question] as const,
    // An empty value means no budget.
    queryFn: ({ signal }) =>
      get<BudgetPreview>(`/projects/${project}/budget`, { ...question, budget: question.budget ?? '' }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

export const budgetsQuery = (project: string) =>
  queryOptions({
    queryKey: [...financeKey(project), 'budgets'] as const,
    queryFn: ({ signal }) => get<BudgetHistory>(`/projects/${project}/budgets`, undefined, signal),
  });

export const setBudget = (project: string, body: BudgetBody) => put<Frame>(`/projects/${project}/budget`, body);
