// The history of a ticket, newest first, page by page.

import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from './http';
import { ticketKey } from './tickets';
import type { History } from './types.gen';

export const historyQuery = (ticket: string) =>
  infiniteQueryOptions({
    queryKey: [...ticketKey(ticket), 'history'] as const,
    queryFn: ({ pageParam, signal }) => get<History>(`/tickets/${ticket}/history`, { before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last: History) => (last.more ? (last.changes.at(-1)?.id ?? null) : null),
  });
