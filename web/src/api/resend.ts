// Sends changes again that were refused because the session had ended.

import type { QueryClient } from '@tanstack/react-query';
import { replacedFields } from '../changedFields';
import { repeat, type SentRequest } from './http';
import { saveOver } from './ticketChanges';
import type { TicketInput } from './tickets';
import type { Ticket } from './types.gen';

/** The ticket whose fields a request changes. */
export const ticketIn = ({ path }: SentRequest): string | undefined => /^\/tickets\/([^/]+)$/.exec(path)?.[1];

/** Sends a change again. A field of a ticket that somebody else has changed since its author saw it is not replaced. */
export function resend(client: QueryClient, request: SentRequest): Promise<unknown> {
  const uuid = ticketIn(request);
  if (uuid === undefined || request.over === undefined) return repeat(request);
  const body = Object(request.body) as TicketInput;
  return saveOver(client, uuid, () => body, replacedFields<Partial<Ticket>>(request.over, body));
}

/** Part of the path that all changes of one item share. */
const itemOf = ({ path }: SentRequest) => path.split('/').slice(0, 3).join('/');

/** Another change of the same author, once one has been saved: what this one has made of an item is nothing that they have not seen. */
export function rebased(other: SentRequest, saved: SentRequest, made: unknown): SentRequest {
  if (itemOf(other) !== itemOf(saved)) return other;
  const { version = other.version } = Object(made) as { version?: string };
  return {
    ...other,
    version: other.version === saved.version ? version : other.version,
    over: other.over && { ...other.over, ...replacedFields(Object(saved.body), other.over) },
  };
}
