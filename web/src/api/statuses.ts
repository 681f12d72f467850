// Project statuses, which are the columns of the board.

import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type {
  FrameStatus,
  NewStatusBody,
  StatusBody,
  StatusEffect,
  StatusEndBody,
  StatusList,
  StatusOrderBody,
} from './types.gen';

export const statusesKey = (project: string) => [...projectKey(project), 'statuses'] as const;
export const statusesQuery = (project: string) =>
  queryOptions({
    queryKey: statusesKey(project),
    queryFn: ({ signal }) => get<StatusList>(`/projects/${project}/statuses`, undefined, signal),
  });

const statusPath = (project: string, key: string) => `/projects/${project}/statuses/${encodeURIComponent(key)}`;

/** Previews moving the tickets of a status to another, or changing whether it counts as done. */
export const effectQuery = (project: string, key: string, change: { to: string } | { is_done: boolean }) =>
  queryOptions({
    queryKey: [...projectKey(project), 'effect', key, change] as const,
    queryFn: ({ signal }) => get<StatusEffect>(`${statusPath(project, key)}/effect`, change, signal),
    staleTime: 0,
  });

export const createStatus = (project: string, body: NewStatusBody) =>
  post<FrameStatus>(`/projects/${project}/statuses`, body);
export const saveStatus = (project: string, key: string, body: StatusBody, version: string) =>
  put<FrameStatus>(statusPath(project, key), body, version);
export const orderStatuses = (project: string, keys: string[]) =>
  put<StatusList>(`/projects/${project}/statuses/order`, { keys } satisfies StatusOrderBody);
export const deleteStatus = (project: string, key: string, to: string | null) =>
  del(statusPath(project, key), { to } satisfies StatusEndBody);
