import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type { FrameTag, MergeBody, TagBody, TagList, UsedTag } from './types.gen';

export const tagsKey = (project: string) => [...projectKey(project), 'tags'] as const;
export const tagsQuery = (project: string) =>
  queryOptions({
    queryKey: tagsKey(project),
    queryFn: ({ signal }) => get<TagList>(`/projects/${project}/tags`, undefined, signal),
  });

export const createTag = (project: string, name: string) =>
  post<FrameTag>(`/projects/${project}/tags`, { name } satisfies TagBody);
export const renameTag = ({ uuid, version }: UsedTag, name: string) =>
  put<FrameTag>(`/tags/${uuid}`, { name } satisfies TagBody, version);
export const mergeTag = (uuid: string, into: string) => post(`/tags/${uuid}/merge`, { into } satisfies MergeBody);
export const deleteTag = (uuid: string) => del(`/tags/${uuid}`);
