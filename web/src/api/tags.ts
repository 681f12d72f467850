// The tags of a project.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';

export interface Tag {
  uuid: string;
  name: string;
}

export interface UsedTag extends Tag {
  tickets: number;
  epics: number;
  super_epics: number;
}

export const tagsKey = (project: string) => [...projectKey(project), 'tags'] as const;
export const tagsQuery = (project: string) =>
  queryOptions({
    queryKey: tagsKey(project),
    queryFn: ({ signal }) => get<{ tags: UsedTag[] }>(`/projects/${project}/tags`, undefined, signal),
  });

export const createTag = (project: string, name: string) => post<Tag>(`/projects/${project}/tags`, { name });
export const renameTag = (uuid: string, name: string) => put<Tag>(`/tags/${uuid}`, { name });
export const mergeTag = (uuid: string, into: string) => post(`/tags/${uuid}/merge`, { into });
export const deleteTag = (uuid: string) => del(`/tags/${uuid}`);
