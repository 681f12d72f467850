import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type { FrameType, NewTypeBody, TypeBody, TypeEndBody, TypeList, TypeOrderBody } from './types.gen';

export const typesKey = (project: string) => [...projectKey(project), 'types'] as const;
export const typesQuery = (project: string) =>
  queryOptions({
    queryKey: typesKey(project),
    queryFn: ({ signal }) => get<TypeList>(`/projects/${project}/types`, undefined, signal),
  });

export const createType = (project: string, name: string) =>
  post<FrameType>(`/projects/${project}/types`, { name } satisfies NewTypeBody);
export const saveType = (uuid: string, body: TypeBody, version?: string) =>
  put<FrameType>(`/types/${uuid}`, body, version);
export const orderTypes = (project: string, types: string[]) =>
  put<TypeList>(`/projects/${project}/types/order`, { types } satisfies TypeOrderBody);
export const deleteType = (uuid: string, to: string | null) => del(`/types/${uuid}`, { to } satisfies TypeEndBody);
