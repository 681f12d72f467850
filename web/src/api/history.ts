// What happened to a ticket, from the change log; the newest first, page by page.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from './http';
import { ticketKey } from './tickets';

export interface Change {
  id: number;
  at: string;
  user: string;
  /** The API key it was done with, or null when it was done on the pages. */
  key_name: string | null;
  noun: 'ticket' | 'subtask' | 'comment' | (string & {});
  /** Of the subtask. */
  name: string;
  /** A field, or what happened to the thing as a whole. */
  what: string;
  from: unknown;
  to: unknown;
}

export interface History {
  changes: Change[];
  more: boolean;
}

export const historyQuery = (ticket: string) =>
  infiniteQueryOptions({
    queryKey: [...ticketKey(ticket), 'history'] as const,
    queryFn: ({ pageParam, signal }) => get<History>(`/tickets/${ticket}/history`, { before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last: History) => (last.more ? (last.changes.at(-1)?.id ?? null) : null),
  });
