// Logged time: per ticket, per week, and in total.

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { replacedFields } from '../changedFields';
import { changedMeanwhile, del, get, post, put } from './http';
import { ticketKey } from './tickets';
import type { RecentWork, TimeBody, TimeEntries, TimeEntry, TimePatch, TimeTotals, Week } from './types.gen';
import { readAgain, saveUnlessChanged, type Versioned } from './versions';

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
const saveTime = (uuid: string, body: TimePatch, version: string) =>
  put<TimeEntry>(`/time/entries/${uuid}`, body, version);

/** A time entry as it was shown. */
export type SeenTime = Required<TimePatch> & Versioned;

const seenOf = ({ minutes, comment, logged_at, ticket_uuid, version }: TimeEntry): SeenTime => ({
  duration_minutes: minutes,
  comment,
  logged_at,
  ticket_uuid,
  version,
});

/** Changes a time entry, unless somebody else has changed the same fields since it was shown. */
export const changeTime = (client: QueryClient, uuid: string, seen: SeenTime, patch: TimePatch): Promise<TimeEntry> =>
  saveUnlessChanged({
    known: seen,
    over: replacedFields(seen, patch),
    edit: () => patch,
    send: (change, version) => saveTime(uuid, change, version),
    read: async () => {
      const { entries } = await readAgain(client, timeQuery(seen.ticket_uuid));
      const now = entries.find((entry) => entry.uuid === uuid);
      if (now === undefined) throw changedMeanwhile();
      return seenOf(now);
    },
  });
export const deleteTime = (uuid: string) => del(`/time/entries/${uuid}`);
export const restoreTime = (uuid: string) => post<TimeEntry>(`/time/entries/${uuid}/restore`);
