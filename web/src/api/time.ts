// Logged time: per ticket, per week, and in total.

import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { ticketKey } from './tickets';
import type { RecentWork, TimeBody, TimeEntries, TimeEntry, TimePatch, TimeTotals, Week } from './types.gen';

/** Prefix of every time query except a single ticket's. */
export const timeKey = ['time'] as const;
export const weekKey = [...timeKey, 'week'] as const;

export const timeQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'time'] as const,
    queryFn: ({ signal }) => get<TimeEntries>(`/tickets/${ticket}/time`, undefined, signal),
  });
/** The week containing a day, by default the current user's and today. */
export const weekQuery = (day?: string, user?: string) =>
  queryOptions({
    queryKey: [...weekKey, day, user] as const,
    queryFn: ({ signal }) => get<Week>('/time/week', { day, user }, signal),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
  });
export const recentQuery = queryOptions({
  queryKey: [...timeKey, 'recent'] as const,
  queryFn: ({ signal }) => get<RecentWork>('/time/recent', undefined, signal),
});
export const totalsQuery = (from: string, to: string, project?: string) =>
  queryOptions({
    queryKey: [...timeKey, 'totals', from, to, project] as const,
    queryFn: ({ signal }) => get<TimeTotals>('/time/totals', { from, to, project }, signal),
    staleTime: 30_000,
  });

export const logTime = (ticket: string, body: TimeBody) => post<TimeEntry>(`/tickets/${ticket}/time`, body);
export const saveTime = (uuid: string, body: TimePatch) => put<TimeEntry>(`/time/entries/${uuid}`, body);
export const deleteTime = (uuid: string) => del(`/time/entries/${uuid}`);
export const restoreTime = (uuid: string) => post<TimeEntry>(`/time/entries/${uuid}/restore`);
