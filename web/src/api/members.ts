// The members of a project.
import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type { Offer } from './invitations';

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
    queryFn: ({ signal }) => get<Team>(`/projects/${project}/members`, undefined, signal),
  });

export const scrumRoles = ['product_owner', 'scrum_master', 'developer', 'tester', 'designer', 'stakeholder'] as const;
export type ScrumRole = (typeof scrumRoles)[number];

export interface Invite {
  email: string;
  /** Given only by administrators, of somebody who is not a user yet. */
  firstname?: string;
  lastname?: string;
  role: Role;
  scrum_role: string;
  service: string;
}

export type MemberPatch = Partial<Pick<Member, 'role' | 'scrum_role' | 'service' | 'status'>>;

export type RateChange = { tjm: number; from: string } | { tjm: number; rewrite_past: true };

/** firstDay begins a rate that holds from the start of all. */
export const firstDay = '0001-01-01';

export interface Team {
  members: FullMember[];
  sees_rates: boolean;
  /** The open ownership offer. */
  offer: Offer | null;
}

export const inviteMember = (project: string, body: Invite) =>
  post<{ member: FullMember; link: string | null }>(`/projects/${project}/members`, body);
export const saveMember = (uuid: string, body: MemberPatch) => put<FullMember>(`/members/${uuid}`, body);
export const removeMember = (uuid: string) => del(`/members/${uuid}`);
export const setRate = (uuid: string, body: RateChange) => put<{ rates: Rate[] }>(`/members/${uuid}/rate`, body);
export const clearRates = (uuid: string) => del(`/members/${uuid}/rate`);
export const offerProject = (project: string, member: string) =>
  post<Offer>(`/projects/${project}/owner`, { member_uuid: member });
export const withdrawOffer = (project: string) => del(`/projects/${project}/owner`);
