import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type CardPages, changed, loadedCards, recounted, withPages } from './cardPages';
import { cardsQuery } from './cards';
import type { Board, Card } from './types.gen';
import { loadMore } from './useMoreCards';

const card = (uuid: string, more: Partial<Card> = {}): Card => ({
  ...{
    uuid,
    title: uuid,
    status: 'todo',
    priority: 'normale',
    story_points: 2,
    due_date: null,
    assignee_id: null,
    epic_uuid: null,
  },
  ...{ sprint_uuid: null, type_uuid: null, tags: [], blocked: false, subtasks_total: 0, subtasks_done: 0, comments: 0 },
  ...{ key: '', rank: '', updated_at: '', ...more },
});
const group = (key: string, total: number) => ({ key, total, points: 2 * total });
const board = (cards: Card[], ...groups: Board['groups']): CardPages => ({
  ...{ cards, kept: [], groups, revision: 1, wanted: { todo: cards.length } },
  ...{
    total: groups.reduce((sum, one) => sum + one.total, 0),
    points: groups.reduce((sum, one) => sum + one.points, 0),
  },
});
const uuids = (cards: Card[]) => cards.map((one) => one.uuid).join('');
const always = () => true;

afterEach(() => void vi.unstubAllGlobals());

test('a page is added without repeating cards, and its group gets its new totals', () => {
  const first = { ...board([card('a'), card('b')], group('todo', 9), group('done', 1)), kept: [card('d')] };
  const next = withPages(first, 'todo', [board([card('b'), card('c'), card('d')], group('todo', 10))]);
  expect([uuids(next.cards), uuids(next.kept)]).toEqual(['abcd', '']);
  expect([next.groups, next.total]).toEqual([[group('todo', 10), group('done', 1)], 11]);
  expect(next.wanted).toEqual({ todo: 5 });
});

test('totals follow the cards, also in a group that was empty', () => {
  const before = board([card('a'), card('b')], group('todo', 40));
  const after = recounted(before, 'status', [card('a', { status: 'done' }), card('b', { story_points: 5 })]);
  expect(after.groups).toEqual([
    { key: 'todo', total: 39, points: 81 },
    { key: 'done', total: 1, points: 2 },
  ]);
  expect([after.total, after.points]).toEqual([40, 83]);
});

test('a card that moves is kept, whether or not its new place is loaded; a deleted one leaves', () => {
  const before = board([card('a'), card('b'), card('c')], group('todo', 40), group('done', 500));
  const move = new Map([
    ['a', card('a', { status: 'done' })],
    ['b', card('b', { title: 'new' })],
    ['c', null],
  ]);
  const after = changed(before, 'status', move, always);
  expect([uuids(after.cards), uuids(after.kept)]).toEqual(['b', 'a']);
  expect(after.cards[0]?.title).toBe('new');
  expect(after.groups).toEqual([group('todo', 38), group('done', 501)]);
  const back = changed(after, 'status', new Map([['a', card('a')]]), always);
  expect(back.groups).toEqual([group('todo', 39), group('done', 500)]);
});

test('a card enters a list that it fits, and only that', () => {
  const list = board([], group('s', 0));
  const come = new Map([['a', card('a', { sprint_uuid: 's' })]]);
  expect(changed(list, 'sprint', come, always).groups).toEqual([group('s', 1)]);
  expect(loadedCards(changed(list, 'sprint', come, () => false))).toEqual([]);
});

test('after a change to many cards, as many are loaded again as before, wherever they are now', () => {
  const many = list(400);
  const before = { ...board(many, group('none', 900), group('s', 20)), wanted: { none: 400, s: 20 } };
  const all = (more: Partial<Card>) => new Map(many.map((one) => [one.uuid, { ...one, ...more }]));
  const urgent = changed(before, 'sprint', all({ priority: 'haute' }), always);
  expect([loadedCards(urgent).length, urgent.wanted]).toEqual([400, { none: 400, s: 20 }]);
  const moved = changed(before, 'sprint', all({ sprint_uuid: 's' }), always);
  expect([loadedCards(moved).length, moved.wanted]).toEqual([400, { none: 400, s: 420 }]);
  const one = changed(before, 'sprint', new Map([['0 ', card('0 ', { sprint_uuid: 's' })]]), always);
  expect(one.wanted).toEqual(before.wanted);
});

/** Responds to requests for cards from a list, as the server does; hold makes the next response wait for the returned function. */
function serve(all: Card[]) {
  const asked: string[] = [];
  let held: Promise<void> | undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://x').searchParams;
    asked.push(query.toString());
    const wait = held;
    held = undefined;
    const offset = Number(query.get('offset') ?? 0);
    const found = all.slice(offset, offset + Number(query.get('limit')));
    await wait;
    return Response.json({ ...board(found, group('todo', all.length)), wanted: undefined });
  });
  const hold = () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  return { asked, hold };
}

const list = (length: number) => Array.from({ length }, (_, n) => card(`${n} `));
const query = cardsQuery('p', { by: 'status' });
const next = (client: QueryClient, count: number) => loadMore(client, 'p', { by: 'status' }, 'todo', count);

/** Lets all responses that are not held arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('loading a list again asks for as many cards as were loaded, not for all', async () => {
  const all = list(900);
  const { asked } = serve(all);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(all.slice(0, 640), group('todo', 900)));
  const again = await client.fetchQuery({ ...query, staleTime: 0 });
  expect(again.cards).toHaveLength(640);
  expect(asked).toEqual([
    'by=status&limit=30',
    'by=status&status=todo&limit=500&offset=30',
    'by=status&status=todo&limit=110&offset=530',
  ]);
});

test('pages that are asked for while the list is loaded again come after it, and none is lost', async () => {
  const all = list(200);
  const { asked, hold } = serve(all);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(all.slice(0, 30), group('todo', 200)));
  const release = hold();
  const again = client.fetchQuery({ ...query, staleTime: 0 });
  const pages = [next(client, 60), next(client, 90)];
  await settle();
  expect(asked).toHaveLength(1);
  release();
  await Promise.all([again, ...pages]);
  expect(client.getQueryData(query.queryKey)?.cards).toEqual(all.slice(0, 90));
  await next(client, Number.POSITIVE_INFINITY);
  expect(client.getQueryData(query.queryKey)?.cards).toEqual(all);
});

test('a list that is loaded again while a page arrives has that page, too', async () => {
  const all = list(200);
  const { hold } = serve(all);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(all.slice(0, 30), group('todo', 200)));
  const release = hold();
  const page = next(client, 60);
  await settle();
  const again = client.fetchQuery({ ...query, staleTime: 0 });
  all.splice(10, 1); // somebody deletes a ticket after the page was read
  await settle();
  release();
  await Promise.all([page, again]);
  expect(client.getQueryData(query.queryKey)?.cards).toEqual(all.slice(0, 60));
});

test('a page is asked for according to the list that was loaded before it', async () => {
  const all = list(200);
  const { asked } = serve(all);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(all.slice(0, 90), group('todo', 200)));
  all.splice(50);
  await Promise.all([client.fetchQuery({ ...query, staleTime: 0 }), next(client, 120)]);
  expect(client.getQueryData(query.queryKey)?.cards).toEqual(all);
  expect(asked).toEqual(['by=status&limit=30', 'by=status&status=todo&limit=60&offset=30']);
});

test('all cards can be loaded while a page is', async () => {
  const all = list(1100);
  const { asked, hold } = serve(all);
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(all.slice(0, 30), group('todo', 1100)));
  const release = hold();
  const loads = [next(client, 60), next(client, Number.POSITIVE_INFINITY), next(client, 60)];
  release();
  await Promise.all(loads);
  expect((await loads[1])?.cards).toEqual(all);
  expect(asked.map((one) => one.split('limit=')[1])).toEqual([
    '30&offset=30',
    '500&offset=60',
    '500&offset=560',
    '500&offset=1060',
  ]);
});

test('a page that cannot be loaded does not keep the list from being loaded', async () => {
  const { asked } = serve(list(90));
  const client = new QueryClient();
  client.setQueryData(query.queryKey, board(list(30), group('todo', 90)));
  const works = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  await expect(next(client, 60)).rejects.toThrow();
  vi.stubGlobal('fetch', works);
  await client.fetchQuery({ ...query, staleTime: 0 });
  expect(asked).toEqual(['by=status&limit=30']);
});
