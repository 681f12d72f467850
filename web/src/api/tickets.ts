// One ticket in full, with its details.

import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import type { Subtask, SubtaskBody, SubtaskOrderBody, Subtasks, Ticket, TicketBody } from './types.gen';

export type TicketInput = Partial<TicketBody>;

/** The maximum number of story points that the server accepts for a ticket. */
export const maxPoints = 10_000;

/** Whether a ticket or subtask is waiting for its uuid from the server. */
export const isTemporary = (uuid: string) => uuid.startsWith('new ');

export const ticketKey = (uuid: string) => ['ticket', uuid] as const;

export const readTicket = (uuid: string, signal?: AbortSignal) => get<Ticket>(`/tickets/${uuid}`, undefined, signal);
export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...ticketKey(uuid), 'whole'] as const,
    queryFn: ({ signal }) => readTicket(uuid, signal),
  });
export const createTicket = (project: string, body: TicketBody) => post<Ticket>(`/projects/${project}/tickets`, body);
export const saveTicket = (uuid: string, body: TicketInput, version?: string) =>
  put<Ticket>(`/tickets/${uuid}`, body, version);
export const deleteTicket = (uuid: string) => del(`/tickets/${uuid}`);
export const restoreTicket = (uuid: string) => post<Ticket>(`/tickets/${uuid}/restore`);

export const addSubtask = (ticket: string, title: string) =>
  post<Subtask>(`/tickets/${ticket}/subtasks`, { title } satisfies SubtaskBody);
export const saveSubtask = (uuid: string, body: Partial<SubtaskBody>, version?: string) =>
  put<Subtask>(`/subtasks/${uuid}`, body, version);
export const deleteSubtask = (uuid: string) => del(`/subtasks/${uuid}`);
export const orderSubtasks = (ticket: string, subtasks: string[]) =>
  put<Subtasks>(`/tickets/${ticket}/subtasks/order`, { subtasks } satisfies SubtaskOrderBody);
