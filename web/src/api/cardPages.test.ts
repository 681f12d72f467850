import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { changed, loadedCards, recounted, withPage } from './cardPages';
import { cardsQuery } from './cards';
import type { Board, Card } from './types.gen';

const card = (uuid: string, more: Partial<Card> = {}): Card => ({
  ...{ uuid, title: uuid, status: 'todo', priority: 'normale', story_points: 2, assignee_id: null, epic_uuid: null },
  ...{ sprint_uuid: null, type_uuid: null, tags: [], blocked: false, subtasks_total: 0, subtasks_done: 0, comments: 0 },
  ...{ updated_at: '', ...more },
});
const group = (key: string, total: number) => ({ key, total, points: 2 * total });
const board = (cards: Card[], ...groups: Board['groups']): Board => ({
  ...{ cards, kept: [], groups, revision: 1 },
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
  const next = withPage(first, board([card('b'), card('c'), card('d')], group('todo', 10)));
  expect([uuids(next.cards), uuids(next.kept)]).toEqual(['abcd', '']);
  expect([next.groups, next.total]).toEqual([[group('todo', 10), group('done', 1)], 11]);
  expect(withPage({ ...first, revision: 2 }, board([card('c')], group('todo', 10))).total).toBe(10);
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

/** Answers requests for cards from a list, as the server does. */
function serve(all: Card[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://x').searchParams;
    asked.push(query.toString());
    const offset = Number(query.get('offset') ?? 0);
    const found = all.slice(offset, offset + Number(query.get('limit')));
    return Response.json(board(found, group('todo', all.length)));
  });
  return asked;
}

test('loading a list again asks for as many cards as were loaded, not for all', async () => {
  const all = Array.from({ length: 900 }, (_, n) => card(`${n} `));
  const asked = serve(all);
  const client = new QueryClient();
  const query = cardsQuery('p', { by: 'status' });
  client.setQueryData(query.queryKey, board(all.slice(0, 640), group('todo', 900)));
  const again = await client.fetchQuery({ ...query, staleTime: 0 });
  expect(again.cards).toHaveLength(640);
  expect(asked).toEqual([
    'by=status&limit=30',
    'by=status&status=todo&limit=500&offset=30',
    'by=status&status=todo&limit=110&offset=530',
  ]);
});
