// Sprints: planned, started, closed, charted.
import { queryOptions } from '@tanstack/react-query';
import type { Card } from './cards';
import { projectKey } from './frame';
import { get, post, put } from './http';

export type SprintStatus = 'planning' | 'active' | 'completed';

export interface Sprint {
  uuid: string;
  title: string;
  goal: string | null;
  status: SprintStatus;
  start_date: string | null;
  end_date: string | null;
  dod: string[];
  /** The lines of the definition of done that were ticked at the close. */
  dod_done: string[];
  goal_met: boolean | null;
  points: number;
  done_points: number;
  tickets: number;
  done_tickets: number;
  unestimated: number;
}

export interface SprintInput {
  title?: string;
  goal?: string;
  start_date?: string | null;
  end_date?: string | null;
  dod?: string[];
}

export interface StartLook {
  points: number;
  tickets: number;
  velocity: { mean: number; low: number; high: number; sprints: number } | null;
  warnings: {
    code: 'unestimated' | 'no_dates' | 'empty' | 'another_active' | 'over_velocity';
    tickets?: { uuid: string; title: string }[];
    value?: number;
  }[];
}

export interface CloseLook {
  unfinished: Card[];
  done_points: number;
  points: number;
  next: { uuid: string; title: string }[];
  dod: string[];
}

export interface SprintChart {
  days: {
    date: string;
    ideal: number | null;
    remaining: number | null;
    done: number | null;
    scope: number | null;
    added: number | null;
    removed: number | null;
  }[];
  committed: number;
  scope_changes: { date: string; uuid: string; title: string; points: number }[];
}

export interface Velocity {
  sprints: { uuid: string; title: string; end_date: string | null; committed: number; done: number }[];
  mean: number | null;
  low: number | null;
  high: number | null;
}

/** chartKey begins with the project, because every change of its tickets may move the chart. */
export const chartKey = (project: string) => [...projectKey(project), 'chart'] as const;
export const velocityKey = (project: string) => [...projectKey(project), 'velocity'] as const;
/** startKey and closeKey are of what is looked at before a sprint is started or closed. */
export const startKey = (project: string, sprint: string) => [...projectKey(project), 'start', sprint] as const;
export const closeKey = (project: string, sprint: string) => [...projectKey(project), 'close', sprint] as const;

export const chartQuery = (project: string, sprint: string) =>
  queryOptions({
    queryKey: [...chartKey(project), sprint] as const,
    queryFn: ({ signal }) => get<SprintChart>(`/sprints/${sprint}/chart`, undefined, signal),
  });
export const velocityQuery = (project: string) =>
  queryOptions({
    queryKey: velocityKey(project),
    queryFn: ({ signal }) => get<Velocity>(`/projects/${project}/velocity`, undefined, signal),
  });

export const createSprint = (project: string, body: SprintInput & { title: string }) =>
  post<Sprint>(`/projects/${project}/sprints`, body);
export const saveSprint = (uuid: string, body: SprintInput) => put<Sprint>(`/sprints/${uuid}`, body);
export const lookAtStart = (uuid: string) => get<StartLook>(`/sprints/${uuid}/start`);
export const startSprint = (uuid: string, body: { start_date?: string; end_date?: string }) =>
  post<Sprint>(`/sprints/${uuid}/start`, body);
export const reopenSprint = (uuid: string) => post<Sprint>(`/sprints/${uuid}/reopen`);
export const lookAtClose = (uuid: string) => get<CloseLook>(`/sprints/${uuid}/close`);
export const closeSprint = (
  uuid: string,
  body: { unfinished: 'backlog' | (string & {}); dod_done: string[]; goal_met: boolean | null },
) => post<Sprint>(`/sprints/${uuid}/close`, body);
