// Flow: tickets per status per day, and cycle times.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get } from './http';
import type { CycleTimes, Flow } from './types.gen';

/** Shares the finance prefix, so that whatever invalidates finance also invalidates flow. */
const flowKey = (project: string) => [...financeKey(project), 'flow'] as const;

export const flowQuery = (project: string, from?: string, to?: string) =>
  queryOptions({
    queryKey: [...flowKey(project), 'days', from ?? '', to ?? ''] as const,
    queryFn: ({ signal }) => get<Flow>(`/projects/${project}/flow`, { from, to }, signal),
    placeholderData: keepPreviousData,
  });

export const cycleQuery = (project: string) =>
  queryOptions({
    queryKey: [...flowKey(project), 'cycle'] as const,
    queryFn: ({ signal }) => get<CycleTimes>(`/projects/${project}/cycle-time`, undefined, signal),
  });
