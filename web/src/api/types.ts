// The ticket types of a project.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';

export interface TicketType {
  uuid: string;
  name: string;
  sort_order: number;
  is_default: boolean;
}

export interface UsedType extends TicketType {
  tickets: number;
}

export const typesKey = (project: string) => [...projectKey(project), 'types'] as const;
export const typesQuery = (project: string) =>
  queryOptions({
    queryKey: typesKey(project),
    queryFn: ({ signal }) => get<{ types: UsedType[] }>(`/projects/${project}/types`, undefined, signal),
  });

export const createType = (project: string, name: string) => post<TicketType>(`/projects/${project}/types`, { name });
export const saveType = (uuid: string, body: { name?: string; is_default?: true }) =>
  put<TicketType>(`/types/${uuid}`, body);
export const orderTypes = (project: string, types: string[]) =>
  put<{ types: UsedType[] }>(`/projects/${project}/types/order`, { types });
export const deleteType = (uuid: string, to: string | null) => del(`/types/${uuid}`, { to });
