// Previews the effect of a different budget.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';
import type { BudgetPreview } from './types.gen';

export interface Budget {
  budget: number | null;
  contingency_pct: number;
}

export const budgetQuery = (project: string, question: Budget) =>
  queryOptions({
    queryKey: [...projectKey(project), 'budget', question] as const,
    // An empty value means no budget.
    queryFn: ({ signal }) =>
      get<BudgetPreview>(`/projects/${project}/budget`, { ...question, budget: question.budget ?? '' }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
