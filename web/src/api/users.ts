// The people of this instance, for its administrators.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import type { PersonName } from './invitations';
import type { Plan, User } from './session';

export const plans: readonly Plan[] = ['free', 'pro', 'business'];

export interface KnownUser extends User {
  active: boolean;
  /** Active, with a password or an identity of a provider. */
  signs_in: boolean;
  created_at: string;
  last_seen_at: string | null;
  /** The day on which the subscription began. */
  subscribed_at: string;
  /** That day lies before the plan grid. */
  early: boolean;
  /** Only that day opens the API, not the plan. */
  grandfathered: boolean;
  /** How many keys work. */
  keys: number;
}

/** Which plan opens the API; accounts that began before the day keep it whatever their plan. */
export interface PlanGrid {
  api_from: Plan;
  since: string;
}

export interface UserList {
  users: KnownUser[];
  total: number;
  everybody: number;
  /** Administrators who can sign in. */
  active_admins: number;
  grid: PlanGrid;
}

export const userStates = ['active', 'inactive', 'invited', 'admin', 'grandfathered'] as const;
export type UserState = (typeof userStates)[number];

export interface UserFilter {
  q?: string;
  plan?: Plan;
  state?: UserState;
  offset?: number;
  limit?: number;
}

export interface NewUser {
  email: string;
  firstname: string;
  lastname: string;
  plan: Plan;
  is_admin: boolean;
}

export interface UserChange {
  plan: Plan;
  active: boolean;
  is_admin: boolean;
  subscribed_at: string;
}

export const usersKey = ['users'] as const;
export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...usersKey, filter],
    queryFn: ({ signal }) => get<UserList>('/admin/users', { ...filter, q: filter.q || undefined }, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

export const addUser = (body: NewUser) => post<{ user: KnownUser; link: string }>('/admin/users', body);
export const saveUser = (id: number, body: Partial<UserChange>) => put<KnownUser>(`/admin/users/${id}`, body);
export const resetUser = (id: number, clearSecondFactor: boolean) =>
  post<{ link: string }>(`/admin/users/${id}/reset`, { clear_second_factor: clearSecondFactor });

export interface OpenInvitations {
  accounts: { user_id: number; person: PersonName; created_at: string; expires_at: string }[];
  members: {
    uuid: string;
    project: string;
    user_id: number;
    person: PersonName;
    /** They never signed in, so a link can be made for them. */
    newcomer: boolean;
    by: string;
    invited_at: string;
  }[];
}

export const openInvitationsKey = [...usersKey, 'invitations'] as const;
export const openInvitationsQuery = queryOptions({
  queryKey: openInvitationsKey,
  queryFn: ({ signal }) => get<OpenInvitations>('/admin/invitations', undefined, signal),
  staleTime: 30_000,
});

export const cancelLink = (user: number) => del(`/admin/users/${user}/invitation`);
export const cancelInvitation = (uuid: string) => del(`/admin/invitations/${uuid}`);
