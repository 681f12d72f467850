// One ticket in full, with what hangs on it.
import { queryOptions } from '@tanstack/react-query';
import type { Card } from './cards';
import { del, get, post, put } from './http';

export interface TicketLink {
  uuid: string;
  title: string;
  status: string;
}

export type SubtaskStatus = 'todo' | 'in_progress' | 'done';

export interface Subtask {
  uuid: string;
  title: string;
  status: SubtaskStatus;
  sort_order: number;
  assignee_id: number | null;
}

export interface Ticket extends Card {
  description: string | null;
  acceptance_criteria: string[];
  dependencies: TicketLink[];
  dependents: TicketLink[];
  subtasks: Subtask[];
  project_uuid: string;
  created_at: string;
}

export type TicketInput = Partial<
  Pick<
    Ticket,
    | 'title'
    | 'status'
    | 'priority'
    | 'story_points'
    | 'assignee_id'
    | 'epic_uuid'
    | 'sprint_uuid'
    | 'type_uuid'
    | 'tags'
    | 'description'
    | 'acceptance_criteria'
  >
> & { dependencies?: string[] };

export const ticketKey = (uuid: string) => ['ticket', uuid] as const;

export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...ticketKey(uuid), 'whole'] as const,
    queryFn: ({ signal }) => get<Ticket>(`/tickets/${uuid}`, undefined, signal),
  });
export const createTicket = (project: string, body: TicketInput & { title: string }) =>
  post<Ticket>(`/projects/${project}/tickets`, body);
export const saveTicket = (uuid: string, body: TicketInput) => put<Ticket>(`/tickets/${uuid}`, body);
export const deleteTicket = (uuid: string) => del(`/tickets/${uuid}`);
export const restoreTicket = (uuid: string) => post<Ticket>(`/tickets/${uuid}/restore`);

export const addSubtask = (ticket: string, title: string) => post<Subtask>(`/tickets/${ticket}/subtasks`, { title });
export const saveSubtask = (uuid: string, body: Partial<Pick<Subtask, 'title' | 'status' | 'assignee_id'>>) =>
  put<Subtask>(`/subtasks/${uuid}`, body);
export const deleteSubtask = (uuid: string) => del(`/subtasks/${uuid}`);
export const orderSubtasks = (ticket: string, subtasks: string[]) =>
  put<{ subtasks: Subtask[] }>(`/tickets/${ticket}/subtasks/order`, { subtasks });
