// What-if questions: the project as it is, next to a hypothetical one. Asking changes nothing.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get } from './http';
import type { WhatIf } from './types.gen';

/** A question as it appears in the URL; omitted parts stay unchanged. */
export interface Question {
  /** +20 | -15 | +20% | 1.2x | =300, applied to the remaining points. */
  scope?: string;
  /** 1.2x | +20% | +3 | =25, applied to the points completed per sprint. */
  velocity?: string;
  /** +5% | 1.1x, applied to all daily rates. */
  rates?: string;
  /** Days of delay for everything planned after today. */
  shift?: string;
  /** Instead of shift: the day on which the plan should end. */
  finish?: string;
  /** true: the scope keeps growing as it did in past sprints. */
  growth?: string;
}

export const whatIfQuery = (project: string, question: Question) =>
  queryOptions({
    queryKey: [...financeKey(project), 'what-if', question] as const,
    queryFn: ({ signal }) => get<WhatIf>(`/projects/${project}/what-if`, { ...question }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
