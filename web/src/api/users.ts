// The people of this instance, for its administrators.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from './http';
import type { Plan, User } from './session';

export interface KnownUser extends User {
  active: boolean;
  created_at: string;
  last_seen_at: string | null;
}

export interface NewUser {
  email: string;
  firstname: string;
  lastname: string;
  plan: Plan;
  is_admin: boolean;
}

export const usersKey = ['users'] as const;
export const usersQuery = queryOptions({
  queryKey: usersKey,
  queryFn: ({ signal }) => get<{ users: KnownUser[] }>('/users', undefined, signal),
  staleTime: 30_000,
});

export const addUser = (body: NewUser) => post<{ user: KnownUser; link: string }>('/users', body);
export const resetUser = (id: number, clearSecondFactor: boolean) =>
  post<{ link: string }>(`/users/${id}/reset`, { clear_second_factor: clearSecondFactor });
