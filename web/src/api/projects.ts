// The list of projects, and what is done to a project as a whole.
import { queryOptions } from '@tanstack/react-query';
import type { Frame } from './frame';
import { type Ack, del, get, post, put } from './http';
import type { Role } from './members';

export type Health = 'good' | 'amber' | 'red';

export interface ProjectCard {
  uuid: string;
  name: string;
  description: string;
  color: string;
  role: Role;
  member_count: number;
  favourite: boolean;
  budget: number | null;
  /** From 0 to 1. */
  progress: number | null;
  cpi: number | null;
  spi: number | null;
  cpi_health: Health | null;
  spi_health: Health | null;
  bac: number | null;
  eac: number | null;
  /** False: CPI and EAC are withheld. */
  sees_rates: boolean;
  sprint: { uuid: string; title: string; start_date: string | null; end_date: string | null } | null;
  members: { user_id: number; name: string }[];
  updated_at: string;
}

export interface ProjectInput {
  name?: string;
  description?: string;
  color?: string;
  budget?: number | null;
  contingency_pct?: number;
  default_dod?: string[];
  rates_for?: 'everyone' | 'admins';
}

export const projectsKey = ['projects'] as const;
export const projectsQuery = queryOptions({
  queryKey: projectsKey,
  queryFn: ({ signal }) => get<{ projects: ProjectCard[] }>('/projects', undefined, signal),
  staleTime: 30_000,
});

export const createProject = (body: ProjectInput & { name: string }) => post<Frame>('/projects', body);
export const saveProject = (uuid: string, body: ProjectInput) => put<Frame>(`/projects/${uuid}`, body);
export const deleteProject = (uuid: string, name: string) => del(`/projects/${uuid}`, { name });
export const markFavourite = (uuid: string, favourite: boolean): Promise<Ack> =>
  favourite ? put(`/projects/${uuid}/favourite`) : del(`/projects/${uuid}/favourite`);
