import { queryOptions } from '@tanstack/react-query';
import { projectKey } from './frame';
import { del, get, post, put } from './http';
import type {
  Invited,
  Member,
  MemberBody,
  MemberList,
  NewMemberBody,
  Offer,
  OwnerBody,
  RateBody,
  RateList,
} from './types.gen';

export const membersKey = (project: string) => [...projectKey(project), 'members'] as const;
export const membersQuery = (project: string) =>
  queryOptions({
    queryKey: membersKey(project),
    queryFn: ({ signal }) => get<MemberList>(`/projects/${project}/members`, undefined, signal),
  });

/** Start date of a rate or a budget that has always applied. */
export const firstDay = '0001-01-01';

export const inviteMember = (project: string, body: NewMemberBody) =>
  post<Invited>(`/projects/${project}/members`, body);
export const saveMember = (uuid: string, body: MemberBody, version: string) =>
  put<Member>(`/members/${uuid}`, body, version);
export const removeMember = (uuid: string) => del(`/members/${uuid}`);
export const setRate = (uuid: string, body: RateBody) => put<RateList>(`/members/${uuid}/rate`, body);
export const clearRates = (uuid: string) => del(`/members/${uuid}/rate`);
export const offerProject = (project: string, member: string) =>
  post<Offer>(`/projects/${project}/owner`, { member_uuid: member } satisfies OwnerBody);
export const withdrawOffer = (project: string) => del(`/projects/${project}/owner`);
