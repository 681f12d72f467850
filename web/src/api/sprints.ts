import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get, post, put } from './http';
import type { Chart, CloseBody, Sprint, SprintBody, SprintEnd, SprintStart, StartBody, Velocity } from './types.gen';

/** Starts with the project, because any ticket change may affect the chart. */
export const chartKey = (project: string) => [...projectKey(project), 'chart'] as const;
export const velocityKey = (project: string) => [...projectKey(project), 'velocity'] as const;
/** Keys of the reviews shown before a sprint starts or closes. */
export const startKey = (project: string, sprint: string) => [...projectKey(project), 'start', sprint] as const;
export const closeKey = (project: string, sprint: string) => [...projectKey(project), 'close', sprint] as const;

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

export const createSprint = (project: string, body: SprintBody) => post<Sprint>(`/projects/${project}/sprints`, body);
export const saveSprint = (uuid: string, body: Partial<SprintBody>) => put<Sprint>(`/sprints/${uuid}`, body);
export const lookAtStart = (uuid: string) => get<SprintStart>(`/sprints/${uuid}/start`);
export const startSprint = (uuid: string, body: StartBody) => post<Sprint>(`/sprints/${uuid}/start`, body);
export const reopenSprint = (uuid: string) => post<Sprint>(`/sprints/${uuid}/reopen`);
export const lookAtClose = (uuid: string) => get<SprintEnd>(`/sprints/${uuid}/close`);
export const closeSprint = (uuid: string, body: CloseBody) => post<Sprint>(`/sprints/${uuid}/close`, body);
