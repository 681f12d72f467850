// The statuses of a project: the columns of its board.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';

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
