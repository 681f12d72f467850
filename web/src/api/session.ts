// Sign-in, sign-out and the current user's account.

import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { del, get, post, put } from './http';
import type {
  AcceptBody,
  ConfirmBody,
  Done,
  Invitation,
  LookBody,
  NameBody,
  OfferBody,
  OfferedFactor,
  PasswordBody,
  ProofBody,
  RecoveryCodes,
  Session,
  SessionList,
  SetupBody,
  SignInBody,
  User,
} from './types.gen';

export const sessionKey = ['session'] as const;
export const sessionsKey = ['sessions'] as const;

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => get<Session>('/session', undefined, signal),
});
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => get<SessionList>('/sessions', undefined, signal),
  staleTime: 10_000,
});

/** The current session; the routes load it before rendering any page. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** The signed-in user. Throws on pages that do not require a session. */
export function useUser(): User {
  const user = useKnownUser();
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  const known = user ?? last; // a session can end a moment before its pages disappear
  if (known === null) throw new Error('nobody is signed in');
  return known;
}

/** The signed-in user, or null. */
export const useKnownUser = (): User | null => useQuery(sessionQuery).data?.user ?? null;

export const setUp = (body: SetupBody) => post<Session>('/setup', body);
export const signIn = (body: SignInBody) => post<Session>('/session', body);
export const signOut = () => del('/session');
export const signOutEverywhere = () => del('/sessions');
export const endSession = (id: number) => del(`/sessions/${id}`);
export const lookAtInvitation = (token: string) => post<Invitation>('/invitation/look', { token } satisfies LookBody);
export const acceptInvitation = (body: AcceptBody) => post<Session>('/invitation', body);
export const oidcStart = (to: string) => `/dash/oidc/start?to=${encodeURIComponent(to)}`;

export const saveAccount = (body: NameBody) => put<User>('/account', body);
export const changePassword = (body: PasswordBody) => put<Done>('/account/password', body);
export const beginSecondFactor = (password: string) =>
  post<OfferedFactor>('/account/second-factor', { password } satisfies OfferBody);
export const confirmSecondFactor = (code: string) =>
  put<RecoveryCodes>('/account/second-factor', { code } satisfies ConfirmBody);
export const endSecondFactor = (body: ProofBody) => del('/account/second-factor', body);
export const newRecoveryCodes = (body: ProofBody) => post<RecoveryCodes>('/account/recovery-codes', body);
