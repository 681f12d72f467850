import { queryOptions } from '@tanstack/react-query';
import { del, get, post, put } from './http';
import { ticketKey } from './tickets';
import type { Comment, CommentBody, Comments } from './types.gen';

export const commentsQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'comments'] as const,
    queryFn: ({ signal }) => get<Comments>(`/tickets/${ticket}/comments`, undefined, signal),
  });

export const addComment = (ticket: string, body: CommentBody) => post<Comment>(`/tickets/${ticket}/comments`, body);
export const saveComment = ({ uuid, version }: Comment, body: CommentBody) =>
  put<Comment>(`/comments/${uuid}`, body, version);
export const deleteComment = (uuid: string) => del(`/comments/${uuid}`);
