import { expect, test } from 'vitest';
import type { NewFile } from './attachments';
import type { Attachment } from './types.gen';
import { mostAtOnce, Uploads } from './uploads';

/** Uploads whose ends the test decides. */
function newUploads() {
  const calls: { file: NewFile; end: (error?: unknown) => void; signal: AbortSignal; onSent: (n: number) => void }[] =
    [];
  const uploads = new Uploads(
    (file, onSent, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        const end = (error?: unknown) =>
          error === undefined ? resolve({ name: file.name } as Attachment) : reject(error);
        calls.push({ file, end, signal, onSent });
      }),
  );
  const done: string[] = [];
  const add = (name: string, more: object = {}) =>
    uploads.add({ ticket: 't', name, body: new Blob(['x']), ...more }, (made) => done.push(made.name));
  const states = () => uploads.list().map(({ name, state }) => `${name} ${state}`);
  return { uploads, calls, done, add, states };
}

const settled = () => new Promise((wake) => setTimeout(wake));

test('at most three files are sent at once, and the next one follows', async () => {
  const { calls, done, add, states } = newUploads();
  for (const name of ['a', 'b', 'c', 'd', 'e']) add(name);
  expect(calls).toHaveLength(mostAtOnce);
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
  calls[1]?.end();
  await settled();
  expect(done).toEqual(['b']);
  expect(states()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
});

test('a cancelled upload is aborted and makes room', async () => {
  const { uploads, calls, done, add, states } = newUploads();
  const ids = ['a', 'b', 'c', 'd'].map((name) => add(name));
  uploads.cancel(ids[0] ?? 0);
  expect(calls[0]?.signal.aborted).toBe(true);
  await settled();
  expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
  uploads.cancel(ids[3] ?? 0);
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(done).toEqual([]);
});

test('a file that ends as it is cancelled counts as cancelled', async () => {
  const { uploads, calls, done, add } = newUploads();
  const id = add('a');
  calls[0]?.end();
  uploads.cancel(id);
  await settled();
  expect(done).toEqual([]);
});

test('a failed upload stays, with its error, until it is retried or dismissed', async () => {
  const { uploads, calls, done, add, states } = newUploads();
  const id = add('a');
  calls[0]?.onSent(7);
  expect(uploads.list()[0]?.sent).toBe(7);
  calls[0]?.end('broken');
  await settled();
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', error: 'broken' });
  uploads.retry(id);
  expect(uploads.list()[0]).toMatchObject({ state: 'sending', error: null, sent: 0 });
  calls[1]?.end();
  await settled();
  expect(done).toEqual(['a']);
  expect(states()).toEqual([]);
});

test('a file that is refused beforehand is not sent', () => {
  const { uploads, calls, add, states } = newUploads();
  const id = add('a', { error: 'too large' });
  expect(calls).toHaveLength(0);
  expect(states()).toEqual(['a failed']);
  uploads.cancel(id);
  expect(states()).toEqual([]);
});

test('the files of an editor that closes move to the list of files', () => {
  const { uploads, add } = newUploads();
  add('a', { editor: 'one' });
  add('b', { editor: 'two' });
  uploads.release('one');
  expect(uploads.list().map(({ editor }) => editor)).toEqual([null, 'two']);
});

test('nothing is sent any more once the user has signed out', async () => {
  const { uploads, calls, done, add, states } = newUploads();
  for (const name of ['a', 'b', 'c', 'd']) add(name);
  calls[0]?.end();
  uploads.stop();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  await settled();
  add('e');
  expect(calls).toHaveLength(mostAtOnce);
  expect(done).toEqual([]);
  expect(states()).not.toContain('e sending');
});
