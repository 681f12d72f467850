// A project as it is beside what it would be. Asking changes nothing.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get } from './http';
import type { WhatIf } from './types.gen';

/** Question is what is asked, as the address has it; what is left out stays as it is. */
export interface Question {
  /** +20 | -15 | +20% | 1.2x | =300, of the points left. */
  scope?: string;
  /** 1.2x | +20% | +3 | =25, of the points a sprint finishes. */
  velocity?: string;
  /** +5% | 1.1x, of all daily rates. */
  rates?: string;
  /** Days by which what is planned after today slips. */
  shift?: string;
  /** Instead of shift: the day on which the plan shall end. */
  finish?: string;
}

export const whatIfQuery = (project: string, question: Question) =>
  queryOptions({
    queryKey: [...financeKey(project), 'what-if', question] as const,
    queryFn: ({ signal }) => get<WhatIf>(`/projects/${project}/what-if`, { ...question }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
