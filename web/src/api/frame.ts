// The frame of a project: what every page of it needs to draw names, colours and choices.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from './http';
import type { Member, Role } from './members';
import type { Sprint } from './sprints';
import type { Status } from './statuses';
import type { Tag } from './tags';
import type { TicketType } from './types';

export interface Project {
  uuid: string;
  name: string;
  description: string;
  color: string;
  default_dod: string[];
  contingency_pct: number;
  budget: number | null;
  rates_for: 'everyone' | 'admins';
  created_at: string;
}

export interface Epic {
  uuid: string;
  title: string;
  status: string;
  super_epic_uuid: string | null;
}

export interface SuperEpic {
  uuid: string;
  title: string;
  status: string;
}

export interface May {
  write: boolean;
  moderate: boolean;
  manage: boolean;
  own: boolean;
}

export interface Frame {
  project: Project;
  role: Role;
  may: May;
  /** Whether the reader may know daily rates and every figure that cost enters into. */
  sees_rates: boolean;
  /** The user id of the reader. */
  me: number;
  revision: number;
  statuses: Status[];
  types: TicketType[];
  tags: Tag[];
  members: Member[];
  epics: Epic[];
  super_epics: SuperEpic[];
  sprints: Sprint[];
}

/** projectKey begins the key of everything that belongs to one project, so that it can be dropped at once. */
export const projectKey = (project: string) => ['project', project] as const;
export const frameKey = (project: string) => ['project', project, 'frame'] as const;

export const frameQuery = (project: string) =>
  queryOptions({
    queryKey: frameKey(project),
    // Not given up when the header that asked is drawn anew: the route waits for the same answer.
    queryFn: () => get<Frame>(`/projects/${project}`),
  });

/** useFrame is the frame of a project. Below a project's route it is loaded already. */
export const useFrame = (project: string): Frame => useSuspenseQuery(frameQuery(project)).data;
