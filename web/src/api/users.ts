// Users of this instance, for administrators.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import type {
  InvitationList,
  InvitedUser,
  InviteLink,
  Plan,
  ResetBody,
  UserBody,
  UserInfo,
  UserList,
  UserPatchBody,
} from './types.gen';

export const userStates = ['active', 'inactive', 'invited', 'admin', 'grandfathered'] as const;
export type UserState = (typeof userStates)[number];

export interface UserFilter {
  q?: string;
  plan?: Plan;
  state?: UserState;
  offset?: number;
  limit?: number;
}

export const usersKey = ['users'] as const;
export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...usersKey, filter],
    queryFn: ({ signal }) => get<UserList>('/admin/users', { ...filter, q: filter.q || undefined }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

export const addUser = (body: UserBody) => post<InvitedUser>('/admin/users', body);
export const saveUser = (id: number, body: UserPatchBody) => put<UserInfo>(`/admin/users/${id}`, body);
export const resetUser = (id: number, clearSecondFactor: boolean) =>
  post<InviteLink>(`/admin/users/${id}/reset`, { clear_second_factor: clearSecondFactor } satisfies ResetBody);

const openInvitationsKey = [...usersKey, 'invitations'] as const;
export const openInvitationsQuery = queryOptions({
  queryKey: openInvitationsKey,
  queryFn: ({ signal }) => get<InvitationList>('/admin/invitations', undefined, signal),
  staleTime: 30_000,
});

export const cancelLink = (user: number) => del(`/admin/users/${user}/invitation`);
export const cancelInvitation = (uuid: string) => del(`/admin/invitations/${uuid}`);
