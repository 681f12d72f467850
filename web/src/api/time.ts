// The time people log on a ticket.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from './http';
import { ticketKey } from './tickets';

export interface TimeEntry {
  uuid: string;
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

export const timeQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'time'] as const,
    queryFn: ({ signal }) =>
      get<{ entries: TimeEntry[]; total_minutes: number }>(`/tickets/${ticket}/time`, undefined, signal),
  });

export const logTime = (ticket: string, body: TimeInput) => post<TimeEntry>(`/tickets/${ticket}/time`, body);
