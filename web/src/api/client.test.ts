import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDraft, writeDraft } from '../drafts';
import { readUnsent } from '../unsent';
import { dropSession, newQueryClient, uploadsKey } from './client';
import { ApiError, type SentRequest } from './http';
import { sessionKey } from './session';
import { forgetUser, hasUnsaved } from './signOut';
import { Uploads } from './uploads';

const ann = 1;

beforeEach(() => {
  const stored: Record<string, string> = {};
  const hide = (name: string, value: unknown) => Object.defineProperty(stored, name, { value });
  hide('getItem', (key: string) => stored[key] ?? null);
  hide('removeItem', (key: string) => delete stored[key]);
  hide('setItem', (key: string, value: string) => {
    stored[key] = value;
  });
  vi.stubGlobal('sessionStorage', stored);
});
afterEach(() => vi.unstubAllGlobals());

/** The query cache of a tab that somebody has signed in to. */
function signedIn(user = ann) {
  const client = newQueryClient();
  const start = (id: number) => client.setQueryData(sessionKey, { signed_in: true, user: { id } });
  start(user);
  /** A change whose response the test decides. */
  const change = () => {
    let refuse: (request: SentRequest) => void = () => undefined;
    const answer = new Promise((_, reject) => {
      refuse = (request) =>
        reject(new ApiError({ status: 401, code: 'signed_out', field: null, message: '', retryAfter: null }, request));
    });
    const done = client
      .getMutationCache()
      .build(client, { mutationFn: () => answer })
      .execute(undefined)
      .catch(() => undefined);
    return { done, refuse };
  };
  return { client, start, change, session: () => client.getQueryData(sessionKey) };
}

const title = (path = '/tickets/t') => ({ method: 'PUT', path, body: { title: 'New' } });

test('changes that are refused because the session has expired are kept, however many, but none with rates or passwords', async () => {
  const { change, session } = signedIn();
  const changes = Array.from({ length: 30 }, change);
  for (const one of changes) one.refuse(title());
  const secrets = ['/members/m/rate', '/members/m', '/projects/p/members', '/account/password', '/admin/users/1'];
  const others = secrets.map((path) => ({ ...change(), path }));
  for (const { refuse, path } of others) refuse(title(path));
  await Promise.all([...changes, ...others].map(({ done }) => done));
  expect(session()).toMatchObject({ signed_in: false });
  expect(readUnsent(ann)).toEqual(Array(30).fill(title()));
});

test('signing out leaves nothing behind for whoever uses the computer next, unlike a session that expires', async () => {
  const { client, change } = signedIn();
  writeDraft(ann, 't.description', 'Secret');
  writeDraft(2, 't.description', 'Of another');
  const kept = change();
  kept.refuse(title());
  await kept.done;
  expect([readDraft(ann, 't.description'), readUnsent(ann)]).toEqual(['Secret', [title()]]);
  const late = change();
  forgetUser(client, ann);
  late.refuse(title());
  await late.done;
  expect([readDraft(ann, 't.description'), readUnsent(ann)]).toEqual([null, []]);
  expect(readDraft(2, 't.description')).toBe('Of another');
});

test('only what would be lost is asked about before signing out', async () => {
  const { client, change } = signedIn();
  writeDraft(ann, 't.criteria before c', '["Works"]');
  writeDraft(ann, 't.title', 'Same');
  writeDraft(ann, 't.title.base', 'Same');
  writeDraft(ann, 'p.new ticket.todo', ' ');
  expect(hasUnsaved(client, ann)).toBe(false);
  const pending = change();
  expect(hasUnsaved(client, ann)).toBe(true);
  pending.refuse({ method: 'GET', path: '/' });
  await pending.done;
  expect(hasUnsaved(client, ann)).toBe(false);
  const uploads = new Uploads(() => new Promise(() => undefined));
  client.setQueryData(uploadsKey, uploads);
  const file = uploads.add({ ticket: 't', name: 'a', body: new Blob() }, () => undefined);
  expect(hasUnsaved(client, ann)).toBe(true);
  uploads.cancel(file);
  expect(hasUnsaved(client, ann)).toBe(false);
  writeDraft(ann, 't.title', 'Other');
  expect(hasUnsaved(client, ann)).toBe(true);
});

test('a change of an earlier session that is refused late does not sign the next user out', async () => {
  const { client, start, change, session } = signedIn();
  const late = change();
  dropSession(client);
  start(2);
  late.refuse(title());
  await late.done;
  expect(session()).toMatchObject({ signed_in: true, user: { id: 2 } });
  expect(readUnsent(2)).toEqual([]);
});

test('uploads stop when the session ends', () => {
  const { client } = signedIn();
  const signals: AbortSignal[] = [];
  const uploads = new Uploads((_file, _onSent, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  client.setQueryData(uploadsKey, uploads);
  uploads.add({ ticket: 't', name: 'a', body: new Blob() }, () => undefined);
  forgetUser(client, ann);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(uploads.list()).toEqual([]);
});
