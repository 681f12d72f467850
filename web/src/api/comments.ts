// What people say about a ticket.
import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { ticketKey } from './tickets';

export interface Comment {
  uuid: string;
  author_id: number;
  author: string;
  /** HTML that the server has cleaned; the page rebuilds it from what it knows all the same. */
  content: string;
  mentions: number[];
  created_at: string;
  updated_at: string;
  mine: boolean;
  may_edit: boolean;
}

export interface CommentInput {
  content: string;
  mentions: number[];
}

export const commentsQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'comments'] as const,
    queryFn: ({ signal }) => get<{ comments: Comment[] }>(`/tickets/${ticket}/comments`, undefined, signal),
  });

export const addComment = (ticket: string, body: CommentInput) => post<Comment>(`/tickets/${ticket}/comments`, body);
export const saveComment = (uuid: string, body: CommentInput) => put<Comment>(`/comments/${uuid}`, body);
export const deleteComment = (uuid: string) => del(`/comments/${uuid}`);
