// Files of tickets.

import { queryOptions } from '@tanstack/react-query';
import { ApiError, answerOf, del, get, queryOf } from './http';
import { ticketKey } from './tickets';
import type { Attachment, Attachments } from './types.gen';

export const attachmentsQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...ticketKey(ticket), 'attachments'] as const,
    queryFn: ({ signal }) => get<Attachments>(`/tickets/${ticket}/attachments`, undefined, signal),
  });

/** The address of a small image of a file, given the file's own. */
export const preview = (url: string): string => `${url}/preview`;

export const deleteAttachment = (uuid: string) => del(`/attachments/${uuid}`);

export interface NewFile {
  ticket: string;
  name: string;
  body: Blob;
}

/** Sends a file and reports how many bytes have been sent. Aborting ends the connection. Only XMLHttpRequest reports progress. */
export async function sendFile(file: NewFile, onSent: (bytes: number) => void, signal: AbortSignal) {
  const request = new XMLHttpRequest();
  request.open('POST', `/dash/tickets/${file.ticket}/attachments${queryOf({ name: file.name })}`);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.upload.onprogress = (event) => onSent(event.loaded);
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    return await answerOf<Attachment>(await sent(request, file.body));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function sent(request: XMLHttpRequest, body: Blob): Promise<Response> {
  return new Promise((resolve, reject) => {
    const wait = () => request.getResponseHeader('Retry-After');
    request.onload = () => {
      const headers = new Headers(wait() === null ? {} : { 'Retry-After': wait() ?? '' });
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onerror = () =>
      reject(new ApiError({ status: 0, code: 'offline', field: null, message: '', retryAfter: null }));
    request.send(body);
  });
}
