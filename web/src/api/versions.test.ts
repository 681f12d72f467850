import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { changedMeanwhile } from './http';
import { type Editing, fieldsToSave, readAgain, saveForm, saveUnlessChanged } from './versions';

interface Sprint {
  title: string;
  goal: string;
  end: string;
}
const opened = { title: 'One', goal: 'Sell', end: '2026-11-20', version: '1' };

/** A form of a sprint, and a server that keeps it. */
function newForm() {
  const server = { ...opened };
  const change = (part: Partial<Sprint>) =>
    Object.assign(server, part, { version: String(Number(server.version) + 1) });
  let editing: Editing<Sprint> = { before: opened, known: opened, theirs: {}, mine: {} };
  let merged: Partial<Sprint> = {};
  return {
    server,
    change,
    editing: () => editing,
    merged: () => merged,
    save: (typed: Partial<Sprint>, { whole = false, refuse }: { whole?: boolean; refuse?: Error } = {}) =>
      saveForm(editing, {
        typed: { title: opened.title, goal: opened.goal, end: opened.end, ...typed },
        whole,
        send: async (changed, version) => {
          if (version !== server.version) throw changedMeanwhile();
          if (refuse) throw refuse;
          return change(changed);
        },
        read: async () => ({ ...server }),
        onFailed: (next, shown) => {
          editing = next;
          merged = shown;
        },
      }),
  };
}
const clash = { code: 'changed_meanwhile' };

test('a form shows both versions of the fields that clash, and takes over the other fields of others', async () => {
  const form = newForm();
  form.change({ title: 'Theirs', goal: 'Buy' });
  await expect(form.save({ title: 'Mine' })).rejects.toMatchObject(clash);
  expect(form.editing()).toMatchObject({ theirs: { title: 'Theirs' }, mine: { title: 'Mine' } });
  expect(form.merged()).toEqual({ goal: 'Buy' });
  form.change({ goal: 'Buy more' });
  await expect(form.save({ title: 'Mine', goal: 'Rent' })).rejects.toMatchObject(clash);
  expect(form.editing()).toMatchObject({
    theirs: { title: 'Theirs', goal: 'Buy more' },
    mine: { title: 'Mine', goal: 'Rent' },
  });
  await form.save({ title: 'Mine', goal: 'Rent' });
  expect(form.server).toMatchObject({ title: 'Mine', goal: 'Rent' });
});

test('a form saves what it shows in the fields that it has listed, even if that is what they were before', async () => {
  const form = newForm();
  form.change({ title: 'Theirs' });
  await expect(form.save({ title: 'Mine' })).rejects.toMatchObject(clash);
  expect(fieldsToSave(form.editing(), { title: 'One', goal: 'Sell' })).toEqual({ title: 'One' });
  await form.save({ title: 'One' });
  expect(form.server.title).toBe('One');
});

test('a form takes over the fields of others when a change made on top of them is refused', async () => {
  const form = newForm();
  form.change({ end: '2026-11-12' });
  const refuse = new Error('it ends before it begins');
  await expect(form.save({ title: 'Mine' }, { refuse })).rejects.toBe(refuse);
  expect(form.merged()).toEqual({ end: '2026-11-12' });
  expect(form.editing()).toMatchObject({ theirs: {}, explained: undefined });
});

test('a field that nobody else has changed is saved on top of the changes of others', async () => {
  const form = newForm();
  form.change({ goal: 'Buy' });
  await form.save({ title: 'Mine' });
  expect(form.server).toMatchObject({ title: 'Mine', goal: 'Buy' });
});

test('a form can require that fields which it leaves unchanged are as it shows them', async () => {
  const form = newForm();
  form.change({ goal: 'Buy' });
  await expect(form.save({ title: 'Mine' }, { whole: true })).rejects.toMatchObject(clash);
  expect(form.editing()).toMatchObject({ theirs: { goal: 'Buy' }, mine: { goal: 'Sell' } });
  expect(form.server.title).toBe('One');
});

test('two people who make the same change do not clash', async () => {
  const form = newForm();
  form.change({ title: 'Same' });
  await form.save({ title: 'Same', goal: 'Mine' });
  expect(form.server).toMatchObject({ title: 'Same', goal: 'Mine' });
});

test('only an error that comes with another version of others needs no other explanation', async () => {
  const form = newForm();
  form.change({ title: 'Theirs' });
  const error = await form.save({ title: 'Mine' }).catch((thrown: unknown) => thrown);
  expect(form.editing().explained).toBe(error);
  const refuse = changedMeanwhile();
  await expect(form.save({ title: 'Mine' }, { refuse })).rejects.toBe(refuse);
  expect(form.editing().theirs).toEqual({ title: 'Theirs' });
  expect(form.editing().explained).toBeUndefined();
});

test('an item that was read before its reader saw it is read again before it counts as changed', async () => {
  const sent = await saveUnlessChanged({
    known: { title: 'Old', version: '1' },
    over: { title: 'Seen' },
    edit: () => ({ title: 'Mine' }),
    send: async (change, version) => ({ ...change, version }),
    read: async () => ({ title: 'Seen', version: '2' }),
  });
  expect(sent).toEqual({ title: 'Mine', version: '2' });
});

test('reading again does not wait for a read that began earlier', async () => {
  const client = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const query = { queryKey: ['text'], queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) };
  const first = client.fetchQuery(query).catch(() => 'cancelled');
  const again = readAgain(client, query);
  await expect(first).resolves.toBe('cancelled');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('old');
  answers[1]?.('new');
  await expect(again).resolves.toBe('new');
});
