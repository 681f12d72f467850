// The statuses of a project: the columns of its board.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';

export interface Status {
  key: string;
  label: string;
  color: string;
  bg_color: string;
  sort_order: number;
  is_done: boolean;
  /** One of the statuses every project begins with. */
  is_default: boolean;
}

export interface UsedStatus extends Status {
  tickets: number;
  points: number;
}

export const statusesKey = (project: string) => [...projectKey(project), 'statuses'] as const;
export const statusesQuery = (project: string) =>
  queryOptions({
    queryKey: statusesKey(project),
    queryFn: ({ signal }) => get<{ statuses: UsedStatus[] }>(`/projects/${project}/statuses`, undefined, signal),
  });

export interface StatusInput {
  label: string;
  color: string;
  bg_color: string;
  is_done: boolean;
}

/** What a change of a status would do. Progress is a part of 1; earned value is null without a budget. */
export interface StatusEffect {
  tickets: number;
  points: number;
  ev_before: number | null;
  ev_after: number | null;
  progress_before: number;
  progress_after: number;
}

const statusPath = (project: string, key: string) => `/projects/${project}/statuses/${encodeURIComponent(key)}`;

/** effectQuery asks what would happen if the tickets of a status moved to another one, or if it turned done or not. */
export const effectQuery = (project: string, key: string, change: { to: string } | { is_done: boolean }) =>
  queryOptions({
    queryKey: [...projectKey(project), 'effect', key, change] as const,
    queryFn: ({ signal }) => get<StatusEffect>(`${statusPath(project, key)}/effect`, change, signal),
    staleTime: 0,
  });

export const createStatus = (project: string, body: StatusInput) => post<Status>(`/projects/${project}/statuses`, body);
export const saveStatus = (project: string, key: string, body: Partial<StatusInput>) =>
  put<Status>(statusPath(project, key), body);
export const orderStatuses = (project: string, keys: string[]) =>
  put<{ statuses: UsedStatus[] }>(`/projects/${project}/statuses/order`, { keys });
export const deleteStatus = (project: string, key: string, to: string | null) => del(statusPath(project, key), { to });
