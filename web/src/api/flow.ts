// How work moves through a project: what stood where on which day, and how long tickets took.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { financeKey } from './finance';
import { get } from './http';

export interface FlowStatus {
  key: string;
  label: string;
  is_done: boolean;
}

/** FlowDay is a day at its end; a status that held nothing is left out. */
export interface FlowDay {
  date: string;
  counts: Record<string, number>;
  points: Record<string, number>;
}

export interface Flow {
  /** In the order of the board, then those that are gone. */
  statuses: FlowStatus[];
  days: FlowDay[];
}

export interface CycleTimes {
  tickets: { uuid: string; title: string; started: string; done: string; days: number }[];
  p50: number | null;
  p85: number | null;
  p95: number | null;
  /** Done tickets that nobody was seen to begin. */
  unseen: number;
}

/** flowKey begins as finance does: what makes one old makes the other old. */
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
