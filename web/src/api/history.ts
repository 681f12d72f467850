// The history of a ticket or a comment, newest first, page by page, and the versions of its texts.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from './http';
import { ticketKey } from './tickets';
import type { History, TextChange } from './types.gen';

const historyOf = (ticket: string, path: string) =>
  infiniteQueryOptions({
    queryKey: [...ticketKey(ticket), 'history', path] as const,
    queryFn: ({ pageParam, signal }) => get<History>(`${path}/history`, { before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last: History) => (last.more ? (last.changes.at(-1)?.id ?? null) : null),
  });

export const historyQuery = (ticket: string) => historyOf(ticket, `/tickets/${ticket}`);
export const commentHistoryQuery = (ticket: string, comment: string) => historyOf(ticket, `/comments/${comment}`);

/** A text before and after a change, which never changes again. */
export const textChangeQuery = (ticket: string, id: number) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'text', id] as const,
    queryFn: ({ signal }) => get<TextChange>(`/tickets/${ticket}/history/${id}`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
