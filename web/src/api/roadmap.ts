// The plan above the sprints: epics and super-epics, what follows what, and milestones.

import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type { LinkBody, Milestone, MilestoneBody, RoadLink, Roadmap } from './types.gen';

/** roadmapKey begins the keys of the roadmap and of the pages of its nodes. */
export const roadmapKey = (project: string) => [...projectKey(project), 'roadmap'] as const;
export const roadmapQuery = (project: string) =>
  queryOptions({
    queryKey: [...roadmapKey(project), 'plan'] as const,
    queryFn: ({ signal }) => get<Roadmap>(`/projects/${project}/roadmap`, undefined, signal),
  });

export const createLink = (project: string, body: LinkBody) => post<RoadLink>(`/projects/${project}/links`, body);
export const deleteLink = (uuid: string) => del(`/links/${uuid}`);

export const createMilestone = (project: string, body: MilestoneBody) =>
  post<Milestone>(`/projects/${project}/milestones`, body);
export const saveMilestone = (uuid: string, body: Partial<MilestoneBody>) =>
  put<Milestone>(`/milestones/${uuid}`, body);
export const deleteMilestone = (uuid: string) => del(`/milestones/${uuid}`);
