// The ticket types of a project.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';

export interface TicketType {
  uuid: string;
  name: string;
  sort_order: number;
  is_default: boolean;
}

export const typesKey = (project: string) => [...projectKey(project), 'types'] as const;
export const typesQuery = (project: string) =>
  queryOptions({
    queryKey: typesKey(project),
    queryFn: ({ signal }) =>
      get<{ types: (TicketType & { tickets?: number })[] }>(`/projects/${project}/types`, undefined, signal),
  });
