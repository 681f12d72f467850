// Getting in and out, and one's own account.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type Ack, del, get, post, put } from './http';
import type { Waiting } from './invitations';

export type Plan = 'free' | 'pro' | 'business';

export interface User {
  id: number;
  uuid: string;
  email: string;
  firstname: string;
  lastname: string;
  is_admin: boolean;
  has_password: boolean;
  second_factor: boolean;
  plan: Plan;
  api_access: boolean;
}

export interface Session {
  setup_needed: boolean;
  signed_in: boolean;
  oidc: { name: string } | null;
  version: string;
  today: string;
  thresholds: { amber: number; red: number };
  user: User | null;
}

export interface Place {
  id: number;
  created_at: string;
  last_seen_at: string;
  address: string;
  agent: string;
  current: boolean;
}

export interface Invitation {
  email: string;
  firstname: string;
  lastname: string;
  purpose: 'invitation' | 'reset';
  /** There is a second factor, and using the link ends it. */
  second_factor: boolean;
  /** They never signed in: they give their name, and join the projects that invited them. */
  newcomer: boolean;
  invitations: Waiting[];
}

export const sessionKey = ['session'] as const;
export const placesKey = ['sessions'] as const;

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => get<Session>('/session', undefined, signal),
});
export const placesQuery = queryOptions({
  queryKey: placesKey,
  queryFn: ({ signal }) => get<{ sessions: Place[] }>('/sessions', undefined, signal),
  staleTime: 10_000,
});

/** useSession is who is there; the routes have loaded it before any page is drawn. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** useUser is the person signed in. Only for pages behind the sign-in; elsewhere it throws. */
export function useUser(): User {
  const user = useKnownUser();
  if (user === null) throw new Error('nobody is signed in');
  return user;
}

/** useKnownUser is the person signed in, or null. */
export const useKnownUser = (): User | null => useQuery(sessionQuery).data?.user ?? null;

export interface SetUp {
  token: string;
  email: string;
  firstname: string;
  lastname: string;
  password: string;
}

export const setUp = (body: SetUp) => post<Session>('/setup', body);
export const signIn = (body: { email: string; password: string; code?: string }) => post<Session>('/session', body);
export const signOut = () => del('/session');
export const signOutEverywhere = () => del('/sessions');
export const endSession = (id: number) => del(`/sessions/${id}`);
export const lookAtInvitation = (token: string) => post<Invitation>('/invitation/look', { token });
export const acceptInvitation = (body: {
  token: string;
  password: string;
  firstname?: string;
  lastname?: string;
  accepts?: string[];
}) => post<Session>('/invitation', body);
export const oidcStart = (to: string) => `/dash/oidc/start?to=${encodeURIComponent(to)}`;

export const saveAccount = (body: { firstname?: string; lastname?: string }) => put<User>('/account', body);
export const changePassword = (body: { current: string; password: string }) => put<Ack>('/account/password', body);
export const beginSecondFactor = (password: string) =>
  post<{ secret: string; uri: string }>('/account/second-factor', { password });
export const confirmSecondFactor = (code: string) =>
  put<{ recovery_codes: string[] }>('/account/second-factor', { code });
export const endSecondFactor = (body: { password: string; code: string }) => del('/account/second-factor', body);
export const newRecoveryCodes = (body: { password: string; code: string }) =>
  post<{ recovery_codes: string[] }>('/account/recovery-codes', body);
