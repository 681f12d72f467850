// The time people log: on a ticket, in a week, and added up.
import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { ticketKey } from './tickets';

export interface TimeEntry {
  uuid: string;
  ticket_uuid: string;
  user_id: number;
  user: string;
  minutes: number;
  comment: string | null;
  /** A date. */
  logged_at: string;
  mine: boolean;
}

export interface TimeInput {
  duration_minutes: number;
  comment?: string;
  logged_at?: string;
}

export interface TimePatch {
  duration_minutes?: number;
  comment?: string | null;
  logged_at?: string;
  /** A ticket of the same project. */
  ticket_uuid?: string;
}

export interface WeekEntry {
  uuid: string;
  minutes: number;
  comment: string | null;
}

export interface WeekTicket {
  uuid: string;
  title: string;
  project_uuid: string;
  project: string;
  color: string;
  deleted?: boolean;
}

export interface WeekRow {
  ticket: WeekTicket;
  /** For each day, Monday first. */
  entries: WeekEntry[][];
}

export interface TimeProject {
  uuid: string;
  name: string;
  color: string;
  write: boolean;
  manage: boolean;
}

export interface Someone {
  user_id: number;
  name: string;
}

export interface Week {
  monday: string;
  days: string[];
  today: string;
  user: Someone;
  mine: boolean;
  rows: WeekRow[];
  /** There is more than the rows tell. */
  more: boolean;
  totals: number[];
  /** One's own minutes in projects one has left. */
  elsewhere: number[];
  missing: string[];
  projects: TimeProject[];
  /** Whose weeks the reader may see. */
  people: Someone[];
}

export interface Totals {
  from: string;
  to: string;
  minutes: number;
  people: (Someone & { minutes: number; days: number })[];
  projects: { uuid: string; name: string; color: string; minutes: number; everyone: boolean }[];
  cells: { user_id: number; project_uuid: string; minutes: number }[];
}

/** timeKey begins every query of time but that of a single ticket. */
export const timeKey = ['time'] as const;
export const weekKey = [...timeKey, 'week'] as const;

export const timeQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'time'] as const,
    queryFn: ({ signal }) =>
      get<{ entries: TimeEntry[]; total_minutes: number }>(`/tickets/${ticket}/time`, undefined, signal),
  });
/** weekQuery is the week of a day; without a day that of today, without a user one's own. */
export const weekQuery = (day?: string, user?: string) =>
  queryOptions({
    queryKey: [...weekKey, day, user] as const,
    queryFn: ({ signal }) => get<Week>('/time/week', { day, user }, signal),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
  });
export const recentQuery = queryOptions({
  queryKey: [...timeKey, 'recent'] as const,
  queryFn: ({ signal }) => get<{ tickets: (WeekTicket & { status: string })[] }>('/time/recent', undefined, signal),
});
export const totalsQuery = (from: string, to: string, project?: string) =>
  queryOptions({
    queryKey: [...timeKey, 'totals', from, to, project] as const,
    queryFn: ({ signal }) => get<Totals>('/time/totals', { from, to, project }, signal),
    staleTime: 30_000,
  });

export const logTime = (ticket: string, body: TimeInput) => post<TimeEntry>(`/tickets/${ticket}/time`, body);
export const saveTime = (uuid: string, body: TimePatch) => put<TimeEntry>(`/time/entries/${uuid}`, body);
export const deleteTime = (uuid: string) => del(`/time/entries/${uuid}`);
export const restoreTime = (uuid: string) => post<TimeEntry>(`/time/entries/${uuid}/restore`);
