import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { cardsQuery } from './cards';
import { cacheTicket, currentTicket, saveOver, type UndoChange } from './ticketChanges';
import { ticketQuery } from './tickets';
import { nextUndo, popUndo, reverse, tell } from './ticketUndo';
import type { Ticket } from './types.gen';

const ticketWith = (...acceptance_criteria: string[]) =>
  ({ uuid: 't', project_uuid: 'p', acceptance_criteria }) as Ticket;

test('a read that began before a change does not bring back the old ticket', async () => {
  const client = new QueryClient();
  const { queryKey } = ticketQuery('t');
  client.setQueryData(queryKey, ticketWith());
  const answers: ((ticket: Ticket) => void)[] = [];
  const read = client.fetchQuery({ queryKey, queryFn: () => new Promise<Ticket>((resolve) => answers.push(resolve)) });
  cacheTicket(client, 'p', 't', ticketWith('added'));
  expect(answers).toHaveLength(2);
  answers[0]?.(ticketWith());
  await Promise.resolve();
  expect(client.getQueryData(queryKey)?.acceptance_criteria).toEqual(['added']);
  answers[1]?.(ticketWith('added', 'by somebody else'));
  await read;
  expect(client.getQueryData(queryKey)?.acceptance_criteria).toEqual(['added', 'by somebody else']);
});

test('the current ticket includes changes that wait for the server', () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, ticketWith('one'));
  const save = client.getMutationCache().build(client, {
    mutationKey: ['ticket changes', 'p'],
    mutationFn: () => new Promise(() => undefined),
  });
  void save.execute({ kind: 'save', uuid: 't', patch: { acceptance_criteria: ['one', 'two'] } });
  expect(currentTicket(client, ticketWith('one')).acceptance_criteria).toEqual(['one', 'two']);
});

test('a ticket that is not loaded counts once, whether it is saved or new', () => {
  const client = new QueryClient();
  const { queryKey } = cardsQuery('p', { by: 'status' });
  const groups = [{ key: 'todo', total: 40, points: 80 }];
  client.setQueryData(queryKey, { cards: [], kept: [], groups, total: 40, points: 80, revision: 1, wanted: {} });
  const ticket = { ...ticketWith(), status: 'todo', story_points: 2 };
  cacheTicket(client, 'p', 't', ticket);
  expect(client.getQueryData(queryKey)).toMatchObject({ groups, total: 40, points: 80 });
  cacheTicket(client, 'p', 'new', { ...ticket, uuid: 'new' }, true);
  expect(client.getQueryData(queryKey)).toMatchObject({ total: 41, points: 82 });
  expect(client.getQueryData(queryKey)?.kept.map((card) => card.uuid)).toEqual(['t', 'new']);
});

afterEach(() => vi.unstubAllGlobals());

/** A server with one ticket, whose version must match. */
function serveTicket(ticket: Partial<Ticket> & { version: string }) {
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    if (init.method === 'GET') return Promise.resolve(answer(200, { ...ticketWith(), ...ticket }));
    const match = (init.headers as Record<string, string>)['If-Match'];
    if (match !== `"${ticket.version}"`) return Promise.resolve(answer(412, { error: { code: 'changed_meanwhile' } }));
    Object.assign(ticket, JSON.parse(String(init.body)), { version: `${ticket.version}+` });
    return Promise.resolve(answer(200, { ...ticketWith(), ...ticket }));
  });
}

test('a description is saved although another field has changed meanwhile', async () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, { ...ticketWith(), description: 'old', version: '1' } as Ticket);
  const server = { description: 'old', version: '2' };
  serveTicket(server);
  await saveOver(client, 't', () => ({ description: 'mine' }), { description: 'old' });
  expect(server.description).toBe('mine');
});

test('a description that somebody else has changed meanwhile is not replaced', async () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, { ...ticketWith(), description: 'old', version: '1' } as Ticket);
  const server = { description: 'theirs', version: '2' };
  serveTicket(server);
  await expect(saveOver(client, 't', () => ({ description: 'mine' }), { description: 'old' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(server.description).toBe('theirs');
  expect(client.getQueryData(ticketQuery('t').queryKey)?.description).toBe('theirs');
  await saveOver(client, 't', () => ({ description: 'mine' }), { description: 'theirs' });
  expect(server.description).toBe('mine');
});

test('a criterion is added to those that somebody else has added meanwhile', async () => {
  const client = new QueryClient();
  client.setQueryData(ticketQuery('t').queryKey, { ...ticketWith('one'), version: '1' } as Ticket);
  const server = { acceptance_criteria: ['one', 'theirs'], version: '2' };
  serveTicket(server);
  await saveOver(client, 't', (now) => ({ acceptance_criteria: [...now.acceptance_criteria, 'mine'] }), {});
  expect(server.acceptance_criteria).toEqual(['one', 'theirs', 'mine']);
});

test('a title that somebody else has replaced is not changed, and undoing a change replaces no later one', async () => {
  const client = new QueryClient();
  const server = { title: 'Theirs', version: '2' };
  serveTicket(server);
  const rename = (over: string, title: string) => saveOver(client, 't', () => ({ title }), { title: over });
  await expect(rename('Old', 'Mine')).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await rename('Theirs', 'Mine');
  server.title = 'Later';
  server.version = '9';
  await expect(rename('Mine', 'Theirs')).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(server.title).toBe('Later');
});

test('undoing a change replaces only what the change has set', () => {
  const made = { ...ticketWith(), description: 'restored', title: 'T' } as Ticket;
  const restored = { kind: 'save', uuid: 't', patch: { description: 'restored' } } as const;
  const back = { description: 'old' };
  expect(reverse({ ...restored, back }, { ticket: made })).toEqual({
    kind: 'save',
    uuid: 't',
    patch: back,
    over: { description: 'restored' },
  });
  expect(reverse(restored, { ticket: made })).toBeUndefined();
  const move = { uuid: 't', rank: 'V', was: 'k', after_uuid: null, before_uuid: null };
  const drag = { kind: 'move', uuid: 't', to: 'top', status: { to: 'done', back: 'todo' } } as const;
  expect(reverse(drag, { ticket: null, moves: [move] })).toEqual({
    kind: 'back',
    moves: [{ ...move, status: 'todo', over_status: 'done' }],
  });
});

test('undo takes back the change that was pending, and none before it if that was refused', () => {
  const client = new QueryClient();
  const quiet = { done: vi.fn(), hint: vi.fn(), failed: vi.fn() };
  const remove = (uuid: string) => ({ kind: 'delete', uuid }) as const;
  const [first, second, third] = [remove('a'), remove('b'), remove('c')];
  const plain = { kind: 'save', uuid: 'd', patch: { title: 'T' } } as const;
  tell(client, 'p', quiet, first, { ticket: null }, vi.fn());
  const undoThird = nextUndo(client, 'p', [second, third, plain]);
  expect(undoThird).toEqual({ kind: 'undo', of: third });
  const pending = [second, third, plain, undoThird as UndoChange];
  expect(nextUndo(client, 'p', pending)).toEqual({ kind: 'undo', of: second });
  tell(client, 'p', quiet, third, { ticket: null }, vi.fn());
  expect(popUndo(client, 'p', second)).toBeUndefined();
  expect(popUndo(client, 'p', third)).toEqual({ kind: 'restore', uuid: 'c' });
  expect(nextUndo(client, 'p', [plain])).toEqual({ kind: 'restore', uuid: 'a' });
  expect(nextUndo(client, 'p', [])).toBeUndefined();
});
