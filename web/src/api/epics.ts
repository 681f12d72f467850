// Epics and super-epics: their pages, and the ways to change them.
import { queryOptions } from '@tanstack/react-query';
import type { Card } from './cards';
import { del, get, post, put } from './http';
import { type NodeKind, type PlanNode, roadmapKey } from './roadmap';

export const epicStatuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'blocked'] as const;
export const superEpicStatuses = ['backlog', 'in_progress', 'done'] as const;
export const statusesOf = (kind: NodeKind): readonly string[] => (kind === 'epic' ? epicStatuses : superEpicStatuses);

export interface NodePage extends PlanNode {
  description: string | null;
  /** What was spent on it while it is not done; null where the reader does not see rates. */
  engaged_charge: number | null;
  /** The epics of a super-epic. */
  epics: PlanNode[];
  burnup: { date: string; scope: number; done: number }[];
  /** The tickets that are not done, the most urgent first; there may be more than are listed. */
  open: Card[];
  open_total: number;
  today: string;
}

const paths: Record<NodeKind, string> = { epic: 'epics', super_epic: 'super-epics' };

export const nodeQuery = (project: string, kind: NodeKind, uuid: string) =>
  queryOptions({
    queryKey: [...roadmapKey(project), kind, uuid] as const,
    queryFn: ({ signal }) => get<NodePage>(`/${paths[kind]}/${uuid}`, undefined, signal),
  });

export interface NodeInput {
  title?: string;
  description?: string | null;
  status?: string;
  /** Of an epic only. */
  super_epic_uuid?: string | null;
  tags?: string[];
}

export const createNode = (project: string, kind: NodeKind, body: NodeInput & { title: string }) =>
  post<{ uuid: string; title: string }>(`/projects/${project}/${paths[kind]}`, body);
export const saveNode = (kind: NodeKind, uuid: string, body: NodeInput) =>
  put<{ uuid: string; title: string }>(`/${paths[kind]}/${uuid}`, body);
export const deleteNode = (kind: NodeKind, uuid: string) => del(`/${paths[kind]}/${uuid}`);
