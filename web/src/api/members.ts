// The members of a project.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { get } from './http';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export interface Member {
  uuid: string;
  user_id: number;
  firstname: string;
  lastname: string;
  name: string;
  role: Role;
  scrum_role: string;
  service: string;
  status: 'active' | 'invited' | 'inactive';
}

export interface Rate {
  from: string;
  tjm: number;
}

export interface FullMember extends Member {
  email: string;
  joined_at: string;
  tjm: number | null;
  rates: Rate[] | null;
}

export const membersKey = (project: string) => [...projectKey(project), 'members'] as const;
export const membersQuery = (project: string) =>
  queryOptions({
    queryKey: membersKey(project),
    queryFn: ({ signal }) =>
      get<{ members: FullMember[]; sees_rates: boolean }>(`/projects/${project}/members`, undefined, signal),
  });
