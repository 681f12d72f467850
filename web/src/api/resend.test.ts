import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { SentRequest } from './http';
import { rebased, resend } from './resend';
import { saveOver } from './ticketChanges';
import { ticketQuery } from './tickets';
import type { Ticket } from './types.gen';

afterEach(() => vi.unstubAllGlobals());

/** A server with one ticket, whose version must match. */
function serve(ticket: Partial<Ticket> & { version: string }) {
  const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    if (init.method === 'GET') return answer(200, ticket);
    const match = (init.headers as Record<string, string>)['If-Match'];
    if (match !== undefined && match !== `"${ticket.version}"`)
      return answer(412, { error: { code: 'changed_meanwhile' } });
    Object.assign(ticket, JSON.parse(String(init.body)), { version: `${ticket.version}+` });
    return answer(200, ticket);
  });
  return ticket;
}

const rename = (title: string, over: object): SentRequest => ({
  method: 'PUT',
  path: '/tickets/t',
  body: { title },
  version: '1',
  over,
});

test('a kept change replaces only what its author has seen', async () => {
  const server = serve({ title: 'Theirs', version: '7' });
  const client = new QueryClient();
  await expect(resend(client, rename('Mine', { title: 'Old' }))).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(server.title).toBe('Theirs');
  await resend(client, rename('Mine', { title: 'Theirs' }));
  expect(server.title).toBe('Mine');
});

test('a kept change is saved although another field has changed meanwhile', async () => {
  const server = serve({ title: 'Old', status: 'done', version: '7' });
  await resend(new QueryClient(), rename('Mine', { title: 'Old', status: 'todo' }));
  expect(server).toMatchObject({ title: 'Mine', status: 'done' });
});

test('two kept changes of one ticket do not clash with each other', async () => {
  const server = serve({ title: 'Old', version: '1' });
  const client = new QueryClient();
  const [first, second] = [rename('First', { title: 'Old' }), rename('Second', { title: 'Old' })];
  await resend(client, rebased(second, first, await resend(client, first)));
  expect(server.title).toBe('Second');
  const sprint = { method: 'PUT', path: '/sprints/s', body: {}, version: '1' };
  const start = { ...sprint, method: 'POST', path: '/sprints/s/start' };
  expect(rebased(start, sprint, { version: '2' }).version).toBe('2');
  expect(rebased({ ...start, version: '0' }, sprint, { version: '2' }).version).toBe('0');
  expect(rebased({ ...sprint, path: '/sprints/other' }, sprint, { version: '2' }).version).toBe('1');
});

test('a change that is refused because the session has ended remembers what it would have replaced', async () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, { title: 'Old', status: 'todo', version: '1' } as Ticket);
  const refusal = new Response(JSON.stringify({ error: { code: 'signed_out' } }), { status: 401 });
  vi.stubGlobal('fetch', () => Promise.resolve(refusal));
  await expect(saveOver(client, 't', () => ({ title: 'Mine' }), { title: 'Old' })).rejects.toMatchObject({
    request: rename('Mine', { title: 'Old' }),
  });
});
