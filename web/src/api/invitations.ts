// The current user's pending invitations and ownership offers.

import { queryOptions } from '@tanstack/react-query';
import { get, post } from './http';
import type { WaitingList } from './types.gen';

export const waitingKey = ['invitations'] as const;
export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => get<WaitingList>('/invitations', undefined, signal),
  staleTime: 30_000,
});

export type Reply = 'accept' | 'decline';

export const replyToInvitation = (uuid: string, reply: Reply) => post(`/invitations/${uuid}/${reply}`);
export const replyToOffer = (project: string, reply: Reply) => post(`/projects/${project}/owner/${reply}`);
