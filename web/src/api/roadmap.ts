// The plan above the sprints: epics and super-epics, what follows what, and milestones.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';

export type NodeKind = 'epic' | 'super_epic';

/** A node is an epic or a super-epic. Its times are days from the start of the whole; what is unknown is null. */
export interface PlanNode {
  uuid: string;
  kind: NodeKind;
  title: string;
  status: string;
  parent_uuid: string | null;
  points: number;
  done_points: number;
  tickets: number;
  done_tickets: number;
  /** The first and the last day of the dated sprints that its tickets are in. */
  start: string | null;
  end: string | null;
  duration: number | null;
  duration_from: 'sprints' | 'pace' | 'unknown' | null;
  es: number | null;
  ef: number | null;
  ls: number | null;
  lf: number | null;
  total_slack: number | null;
  free_slack: number | null;
  critical: boolean;
  /** Null where the reader does not see rates. */
  cost: number | null;
  minutes: number;
  tags: string[];
}

export interface PlanLink {
  uuid: string;
  type: 'FS';
  pred_type: NodeKind;
  pred_uuid: string;
  succ_type: NodeKind;
  succ_uuid: string;
}

export interface Milestone {
  uuid: string;
  name: string;
  date: string;
  color: string;
}

export interface Roadmap {
  super_epics: PlanNode[];
  epics: PlanNode[];
  links: PlanLink[];
  milestones: Milestone[];
  path: { duration: number; critical: string[]; chain: string[]; unknown: string[]; cycle: string[] | null };
  today: string;
}

/** roadmapKey begins the keys of the roadmap and of the pages of its nodes. */
export const roadmapKey = (project: string) => [...projectKey(project), 'roadmap'] as const;
export const roadmapQuery = (project: string) =>
  queryOptions({
    queryKey: [...roadmapKey(project), 'plan'] as const,
    queryFn: ({ signal }) => get<Roadmap>(`/projects/${project}/roadmap`, undefined, signal),
  });

export type NewLink = Omit<PlanLink, 'uuid' | 'type'>;
export const createLink = (project: string, body: NewLink) =>
  post<PlanLink>(`/projects/${project}/links`, { ...body, type: 'FS' });
export const deleteLink = (uuid: string) => del(`/links/${uuid}`);

export type MilestoneInput = Omit<Milestone, 'uuid'>;
export const createMilestone = (project: string, body: MilestoneInput) =>
  post<Milestone>(`/projects/${project}/milestones`, body);
export const saveMilestone = (uuid: string, body: Partial<MilestoneInput>) =>
  put<Milestone>(`/milestones/${uuid}`, body);
export const deleteMilestone = (uuid: string) => del(`/milestones/${uuid}`);
