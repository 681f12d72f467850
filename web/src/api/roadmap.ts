// The roadmap: epics and super-epics, their links, and milestones.

import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type { LinkBody, LinkChange, Milestone, MilestoneBody, PlanNode, RoadLink, Roadmap } from './types.gen';

/** An epic's own dates. */
export type EpicDates = Pick<PlanNode, 'start_date' | 'target_date'>;

/** Prefix of the query keys for the roadmap and its nodes' pages. */
export const roadmapKey = (project: string) => [...projectKey(project), 'roadmap'] as const;
export const roadmapQuery = (project: string) =>
  queryOptions({
    queryKey: [...roadmapKey(project), 'plan'] as const,
    queryFn: ({ signal }) => get<Roadmap>(`/projects/${project}/roadmap`, undefined, signal),
  });

/** The roadmap as it would be if an epic had other dates of its own. */
export const previewQuery = (project: string, epic: string, dates: EpicDates) =>
  queryOptions({
    queryKey: [...roadmapKey(project), 'preview', epic, dates] as const,
    queryFn: ({ signal }) => get<Roadmap>(`/projects/${project}/roadmap`, { epic, ...dates }, signal),
  });

export const createLink = (project: string, body: LinkBody) => post<RoadLink>(`/projects/${project}/links`, body);
export const saveLink = (uuid: string, body: LinkChange) => put<RoadLink>(`/links/${uuid}`, body);
export const deleteLink = (uuid: string) => del(`/links/${uuid}`);

export const createMilestone = (project: string, body: MilestoneBody) =>
  post<Milestone>(`/projects/${project}/milestones`, body);
export const saveMilestone = (uuid: string, body: Partial<MilestoneBody>, version?: string) =>
  put<Milestone>(`/milestones/${uuid}`, body, version);
export const deleteMilestone = (uuid: string) => del(`/milestones/${uuid}`);
