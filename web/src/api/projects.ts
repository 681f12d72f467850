// The project list, and changes to a project as a whole.

import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import type { Done, Frame, Overview, ProjectBody, ProjectKeys, TypedName } from './types.gen';

export const projectsKey = ['projects'] as const;
export const projectsQuery = queryOptions({
  queryKey: projectsKey,
  queryFn: ({ signal }) => get<Overview>('/projects', undefined, signal),
  staleTime: 30_000,
});

/** All keys of the reader's projects, old ones included. */
export const projectKeysQuery = queryOptions({
  queryKey: [...projectsKey, 'keys'] as const,
  queryFn: ({ signal }) => get<ProjectKeys>('/project-keys', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const createProject = (body: ProjectBody) => post<Frame>('/projects', body);
export const saveProject = (uuid: string, body: Partial<ProjectBody>, version: string) =>
  put<Frame>(`/projects/${uuid}`, body, version);
export const deleteProject = (uuid: string, name: string) => del(`/projects/${uuid}`, { name } satisfies TypedName);
export const markFavourite = (uuid: string, favourite: boolean): Promise<Done> =>
  favourite ? put(`/projects/${uuid}/favourite`) : del(`/projects/${uuid}/favourite`);
