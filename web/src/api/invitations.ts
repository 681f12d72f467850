// What waits for the reader's consent: projects to join, and projects to own.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from './http';
import type { Role } from './members';

/** People choose their names themselves, so the email comes along. */
export interface PersonName {
  name: string;
  email: string;
}

export interface Waiting {
  /** Of the membership. */
  uuid: string;
  project: string;
  role: Role;
  by: PersonName | null;
  invited_at: string;
}

export interface Offer {
  project_uuid: string;
  project: string;
  member_uuid: string;
  heir: PersonName;
  by: PersonName;
  offered_at: string;
  expires_at: string;
}

export const waitingKey = ['invitations'] as const;
export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => get<{ invitations: Waiting[]; offers: Offer[] }>('/invitations', undefined, signal),
  staleTime: 30_000,
});

export type Reply = 'accept' | 'decline';

export const replyToInvitation = (uuid: string, reply: Reply) => post(`/invitations/${uuid}/${reply}`);
export const replyToOffer = (project: string, reply: Reply) => post(`/projects/${project}/owner/${reply}`);
