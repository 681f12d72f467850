import { expect, test } from 'vitest';
import { type CardPages, loadedCards } from '../../api/cardPages';
import { cardFilter, isFiltered } from '../../api/cardSearch';

import type { Card, Frame, Sprint } from '../../api/types.gen';
import {
  applyChange,
  type CardList,
  movesBack,
  sendEach,
  sendParts,
  undoCalls,
  updateFrame,
  updateLists,
} from './change';
import { validateSearch } from './search';
import { backlogId, cardsOf, itemsOf, openSprints, sectionsOf, targetOf } from './sections';
import { choose, extend, nothing, prune, toggle } from './selection';

const card = (uuid: string, more: Partial<Card> = {}): Card => ({
  uuid,
  key: '',
  title: uuid,
  status: 'todo',
  priority: 'normale',
  story_points: 3,
  due_date: null,
  assignee_id: null,
  epic_uuid: null,
  sprint_uuid: null,
  type_uuid: null,
  tags: [],
  blocked: false,
  subtasks_total: 0,
  subtasks_done: 0,
  comments: 0,
  rank: '',
  updated_at: '',
  ...more,
});
const sprint = (uuid: string, more: Partial<Sprint> = {}): Sprint => ({
  uuid,
  title: uuid,
  goal: '',
  status: 'planning',
  start_date: null,
  end_date: null,
  dod: [],
  dod_done: [],
  goal_met: null,
  points: 0,
  done_points: 0,
  tickets: 0,
  done_tickets: 0,
  unestimated: 0,
  version: '',
  ...more,
});
const cards = (...list: Card[]): CardPages => {
  const keys = [...new Set(list.map((one) => one.sprint_uuid ?? 'none'))];
  const groups = keys.map((key) => {
    const total = list.filter((one) => (one.sprint_uuid ?? 'none') === key).length;
    return { key, total, points: 3 * total };
  });
  return { cards: list, kept: [], groups, total: list.length, points: 3 * list.length, revision: 1, wanted: {} };
};

test('filters go from the address to the question and forget what is unknown', () => {
  const search = validateSearch({ assignee: ['7', 'none', '7'], q: ' bug ', sprint: 'x', done: 'yes' });
  expect(cardFilter('sprint', search)).toEqual({ by: 'sprint', assignee: ['7', 'none'], q: 'bug' });
  expect(search.done).toBeUndefined();
  expect(isFiltered(search)).toBe(true);
  expect(isFiltered(validateSearch({ done: 'true', q: ' ' }))).toBe(false);
});

test('the active sprint comes first, then those with a start, and completed ones not at all', () => {
  const all = [
    sprint('later', { start_date: '2026-12-01' }),
    sprint('undated'),
    sprint('now', { status: 'active', start_date: '2026-12-24' }),
    sprint('past', { status: 'completed' }),
    sprint('soon', { start_date: '2026-11-20' }),
  ];
  expect(openSprints(all).map((one) => one.uuid)).toEqual(['now', 'soon', 'later', 'undated']);
});

test('a card is shown once, where it belongs now, whichever list it came with', () => {
  const sections = sectionsOf(
    [sprint('s')],
    [
      cards(card('a', { sprint_uuid: 's' }), card('b')),
      { ...cards(card('a'), card('c')), groups: [{ key: 'none', total: 40, points: 90 }] },
    ],
  );
  expect(sections.map((one) => [one.id, one.cards.map((c) => c.uuid)])).toEqual([
    ['s', ['a']],
    [backlogId, ['b', 'c']],
  ]);
  const items = itemsOf(sections, new Set(['s']), true);
  expect(items.map((item) => item.kind)).toEqual(['head', 'head', 'add', 'card', 'card', 'more']);
  expect(sections[1]).toMatchObject({ total: 40, points: 90 });
  expect(cardsOf(items).map((c) => c.uuid)).toEqual(['b', 'c']);
  expect(itemsOf(sections, new Set(), false).some((item) => item.kind === 'add')).toBe(false);
});

test('a section is empty only if it has no tickets, not if none of them is loaded', () => {
  const kinds = (total: number) =>
    itemsOf(sectionsOf([], [{ ...cards(), groups: [{ key: 'none', total, points: 0 }] }]), new Set(), false).map(
      (item) => item.kind,
    );
  expect(kinds(370)).toEqual(['head', 'more']);
  expect(kinds(0)).toEqual(['head', 'empty']);
});

test('a range is everything between the first and the last in the order shown', () => {
  const order = ['a', 'b', 'c', 'd'];
  const down = extend(toggle(nothing, 'b'), 'd', order);
  expect([...down.chosen].sort()).toEqual(['b', 'c', 'd']);
  expect([...extend(toggle(nothing, 'c'), 'a', order).chosen].sort()).toEqual(['a', 'b', 'c']);
  expect([...toggle(down, 'c').chosen].sort()).toEqual(['b', 'd']);
  expect(choose(choose(nothing, order), order).chosen.size).toBe(0);
  expect([...prune(down, new Set(['b'])).chosen]).toEqual(['b']);
  expect(prune(down, new Set(order))).toBe(down);
});

test('a change goes back in as few calls as there were different values', () => {
  const before = [card('a'), card('b', { sprint_uuid: 's' }), card('c')];
  const back = undoCalls(before, { set: { sprint_uuid: 't' } });
  expect(back.map((group) => [group.tickets.map((one) => one.uuid), group.change])).toEqual([
    [['a', 'c'], { set: { sprint_uuid: null } }],
    [['b'], { set: { sprint_uuid: 's' } }],
  ]);
});

const many = (length: number) => Array.from({ length }, (_, n) => card(String(n)));

test('after a change that stops half-way, it is known which tickets were changed', async () => {
  const [all, sent, sizes]: [Card[], Card[], number[]] = [many(1200), [], []];
  const send = (uuids: string[]) =>
    sizes.push(uuids.length) === 3 ? Promise.reject(new Error('no')) : Promise.resolve();
  await expect(sendParts(all, sent, send)).rejects.toThrow('no');
  expect(sizes).toEqual([500, 500, 200]);
  expect(sent).toEqual(all.slice(0, 1000));
});

test('a ticket that cannot be restored does not keep the others from being restored', async () => {
  const [all, sent]: [Card[], Card[]] = [many(5), []];
  const send = (one: Card) => (['1', '3'].includes(one.uuid) ? Promise.reject(new Error(one.uuid)) : Promise.resolve());
  await expect(sendEach(all, sent, send)).rejects.toThrow('1');
  expect(sent.map((one) => one.uuid)).toEqual(['0', '2', '4']);
});

test('tickets that are put on top in parts keep their order', async () => {
  const first: (string | undefined)[] = [];
  await sendParts(many(1200), [], (uuids) => Promise.resolve(first.push(uuids[0])), true);
  expect(first).toEqual(['1000', '500', '0']);
});

test('moves are undone as the server tells, and tickets go back to the sprint that each of them had', () => {
  const move = (uuid: string) => ({ uuid, rank: 'b', was: 'a', after_uuid: null, before_uuid: 'z' });
  const before = [card('a', { sprint_uuid: 's' }), card('b')];
  const moves = [move('a'), move('b')];
  expect(movesBack(moves, before, undefined)).toEqual(moves);
  expect(movesBack(moves, before, { sprint_uuid: 't' })).toEqual([
    { ...move('a'), sprint_uuid: 's', over_sprint_uuid: 't' },
    { ...move('b'), sprint_uuid: null, over_sprint_uuid: 't' },
  ]);
});

test('tickets are dropped above or below a row, on top of a section, at its end, or into an empty or folded one', () => {
  const rows = [card('a', { rank: 'a' }), card('b', { rank: 'b' }), card('c', { sprint_uuid: 's', rank: 'c' })];
  const items = itemsOf(sectionsOf([sprint('s'), sprint('t')], [cards(...rows)]), new Set(['t']), true);
  const targets = (lower: boolean) =>
    items.map((item) => {
      const { section, after } = targetOf(item, lower, new Set(['t'])) ?? {};
      return `${item.kind} ${section} ${after}`;
    });
  expect(targets(false)).toEqual([
    ...['head s null', 'card s null', 'add s c', 'head t undefined'],
    ...['head backlog null', 'add backlog null', 'card backlog null', 'card backlog a'],
  ]);
  expect(targets(true).slice(-2)).toEqual(['card backlog a', 'card backlog b']);
});

test('adding a tag goes back only on tickets that did not have it', () => {
  const before = [card('a', { tags: ['x'] }), card('b')];
  expect(applyChange(before[0] as Card, { add_tags: ['x', 'y'], remove_tags: ['x'] }).tags).toEqual(['y']);
  expect(undoCalls(before, { add_tags: ['x'] })).toEqual([{ tickets: [before[1]], change: { remove_tags: ['x'] } }]);
});

test('a moved card leaves the list of its old sprint and enters that of the new one', () => {
  const none: CardList = [{ by: 'sprint', sprint: ['none'], done: false }, cards(card('a'), card('b'))];
  const open: CardList = [{ by: 'sprint', sprint: ['s'] }, cards(card('c', { sprint_uuid: 's' }))];
  const other: CardList = [{ by: 'sprint', sprint: ['s'], q: 'x' }, cards()];
  const to = (one: Card) => ({ ...one, sprint_uuid: 's' });
  const after = updateLists([none, open, other], new Set(['a']), to, []);
  expect(after.map(([, data]) => [data.total, loadedCards(data).map((one) => one.uuid)])).toEqual([
    [1, ['b']],
    [2, ['c', 'a']],
    [0, []],
  ]);
  const gone = updateLists([none, open], new Set(['b']), () => null, []);
  expect(gone[0]?.[1].cards.map((one) => one.uuid)).toEqual(['a']);
});

test('the sums of sprints follow the cards', () => {
  const status = (key: string, is_done: boolean) => ({ key, is_done });
  const frame = {
    statuses: [status('todo', false), status('done', true)],
    sprints: [sprint('s', { points: 5, tickets: 1 }), sprint('t')],
  } as unknown as Frame;
  const one = card('a', { sprint_uuid: 's', story_points: 5 });
  const after = updateFrame(frame, [[one, { ...one, sprint_uuid: 't', status: 'done' }]]).sprints;
  expect(after[0]).toMatchObject({ points: 0, tickets: 0 });
  expect(after[1]).toMatchObject({ points: 5, tickets: 1, done_points: 5, done_tickets: 1, unestimated: 0 });
  expect(updateFrame(frame, [[one, { ...one, story_points: 0 }]]).sprints[0]?.unestimated).toBe(1);
});
