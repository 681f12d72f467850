import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { roadmapKey } from './roadmap';
import {
  type Epic,
  type EpicBody,
  type EpicStatus,
  epicStatusValues,
  type NodePage,
  type NodeType,
  type SuperEpic,
  superEpicStatusValues,
} from './types.gen';

export const statusesOf = (kind: NodeType): readonly EpicStatus[] =>
  kind === 'epic' ? epicStatusValues : superEpicStatusValues;

const paths: Record<NodeType, string> = { epic: 'epics', super_epic: 'super-epics' };

export const readNode = (kind: NodeType, uuid: string, signal?: AbortSignal) =>
  get<NodePage>(`/${paths[kind]}/${uuid}`, undefined, signal);
export const nodeQuery = (project: string, kind: NodeType, uuid: string) =>
  queryOptions({
    queryKey: [...roadmapKey(project), kind, uuid] as const,
    queryFn: ({ signal }) => readNode(kind, uuid, signal),
  });

/** A change to an epic; a super-epic has fewer statuses and no parent. */
export type NodeInput = Partial<EpicBody>;

export const createNode = (project: string, kind: NodeType, body: EpicBody) =>
  post<Epic | SuperEpic>(`/projects/${project}/${paths[kind]}`, body);
export const saveNode = (kind: NodeType, uuid: string, body: NodeInput, version?: string) =>
  put<Epic | SuperEpic>(`/${paths[kind]}/${uuid}`, body, version);
export const deleteNode = (kind: NodeType, uuid: string) => del(`/${paths[kind]}/${uuid}`);
