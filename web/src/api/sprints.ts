import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get, post, put } from './http';
import type { Chart, CloseBody, Sprint, SprintBody, SprintEnd, SprintStart, StartBody, Velocity } from './types.gen';

/** Starts with the project, because any ticket change may affect the chart. */
export const chartKey = (project: string) => [...projectKey(project), 'chart'] as const;
export const velocityKey = (project: string) => [...projectKey(project), 'velocity'] as const;

export const chartQuery = (project: string, sprint: string) =>
  queryOptions({
    queryKey: [...chartKey(project), sprint] as const,
    queryFn: ({ signal }) => get<Chart>(`/sprints/${sprint}/chart`, undefined, signal),
  });
export const velocityQuery = (project: string) =>
  queryOptions({
    queryKey: velocityKey(project),
    queryFn: ({ signal }) => get<Velocity>(`/projects/${project}/velocity`, undefined, signal),
  });
/** What to review before a sprint starts. */
export const startQuery = (project: string, sprint: string) =>
  queryOptions({
    queryKey: [...projectKey(project), 'start', sprint] as const,
    queryFn: () => get<SprintStart>(`/sprints/${sprint}/start`),
    staleTime: 0,
  });
/** What to review before a sprint closes. */
export const closeQuery = (project: string, sprint: string) =>
  queryOptions({
    queryKey: [...projectKey(project), 'close', sprint] as const,
    queryFn: () => get<SprintEnd>(`/sprints/${sprint}/close`),
    staleTime: 0,
  });

export const createSprint = (project: string, body: SprintBody) => post<Sprint>(`/projects/${project}/sprints`, body);
export const saveSprint = (uuid: string, body: Partial<SprintBody>, version: string) =>
  put<Sprint>(`/sprints/${uuid}`, body, version);
export const startSprint = (uuid: string, body: StartBody, version: string) =>
  post<Sprint>(`/sprints/${uuid}/start`, body, version);
export const reopenSprint = (uuid: string) => post<Sprint>(`/sprints/${uuid}/reopen`);
export const closeSprint = (uuid: string, body: CloseBody) => post<Sprint>(`/sprints/${uuid}/close`, body);
