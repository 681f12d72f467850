import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isFiltered } from '../../api/cardSearch';
import { matchesFilter } from '../../api/cards';
import { byRank } from '../../api/rank';
import type { TicketChange } from '../../api/ticketChanges';
import { withChanges } from '../../api/ticketDrawing';
import type { Card, Frame, FrameStatus } from '../../api/types.gen';
import { parseSearch, stringifySearch } from '../../search';
import { adjacentStatus, type ColumnOf, columnsOf, dropIndex, neighbour } from './columns';
import { filterOf, selectedValues, ticketDefaults, toggled } from './filter';
import { validateSearch } from './search';

const card = (uuid: string, more: Partial<Card> = {}): Card => ({
  ...{
    uuid,
    title: uuid,
    status: 'todo',
    priority: 'normale',
    story_points: 1,
    due_date: null,
    assignee_id: null,
    epic_uuid: null,
  },
  ...{ sprint_uuid: null, type_uuid: null, tags: [], blocked: false, subtasks_total: 0, subtasks_done: 0, comments: 0 },
  ...{ key: '', rank: '', updated_at: '', ...more },
});
const status = (key: string, sort_order: number, is_done = false): FrameStatus => ({
  ...{ key, label: key, color: '', bg_color: '', sort_order, is_done, is_default: true },
});
const statuses = [status('done', 3, true), status('todo', 1), status('doing', 2)];
const sprint = (uuid: string, state: string) => ({ uuid, title: uuid, status: state });
const frame = (sprints: unknown[]) => ({ me: 7, statuses, sprints }) as unknown as Frame;
const running = frame([sprint('s1', 'completed'), sprint('s2', 'active')]);
const still = frame([sprint('s1', 'planning')]);
const world = { me: 7, active: new Set(['s2']), done: new Set(['done']) };

test('the filter goes into the address and comes back the same', () => {
  const search = { q: 'café & co', assignee: ['me', '12'], tag: ['t1'], sprint: ['all'], priority: ['haute'] };
  expect(validateSearch(parseSearch(stringifySearch(search)))).toEqual({ ...search, epic: undefined, type: undefined });
  expect(validateSearch({ order: 'priority' })).toEqual({ order: 'priority' });
  expect(validateSearch({ order: 'title' })).toEqual({});
  expect(filterOf({ order: 'priority' }, still)).toEqual({ by: 'status', order: 'priority' });
  expect(filterOf({ order: 'rank' }, still)).toEqual({ by: 'status' });
});

test('without a word about sprints the active one is shown, and one step shows all', () => {
  expect(filterOf({}, running)).toEqual({ by: 'status', sprint: ['active'] });
  expect(filterOf({}, still)).toEqual({ by: 'status' });
  expect(filterOf({ sprint: ['all'] }, running)).toEqual({ by: 'status' });
  expect(toggled({}, 'sprint', 'active', running)).toEqual(['all']);
  expect(toggled({ sprint: ['s1'] }, 'sprint', 's1', still)).toBeUndefined();
  expect(toggled({}, 'sprint', 'none', running)).toEqual(['active', 'none']);
  expect(selectedValues({ sprint: ['all'] }, 'sprint', running)).toEqual([]);
});

test('the same filter in another order is the same question', () => {
  expect(filterOf({ tag: ['b', 'a', 'b'] }, still)).toEqual(filterOf({ tag: ['a', 'b'] }, still));
  expect([{}, { sprint: ['all'] }, { q: ' ' }, { q: 'x' }, { tag: ['a'] }].map(isFiltered)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('a new ticket passes the filter it is added under', () => {
  expect(
    ticketDefaults(filterOf({ assignee: ['me'], epic: ['e1'], tag: ['t1'], priority: ['haute'] }, running), running),
  ).toEqual({
    ...{ sprint_uuid: 's2', assignee_id: 7, epic_uuid: 'e1', tags: ['t1'], priority: 'haute' },
  });
  expect(ticketDefaults(filterOf({ assignee: ['none'], epic: ['none', 'e1'] }, still), still)).toEqual({});
});

interface FilterCase {
  filter: Record<string, string[]>;
  titles: string[];
}

/** The server's own test cases; names in braces stand for uuids there, and serve as uuids here. */
const shared = JSON.parse(
  readFileSync('../internal/dash/testdata/card_filters.json', 'utf8')
    .replaceAll(/(?<="assignee_id": )"\{me\}"/g, '7')
    .replaceAll('{me}', '7'),
) as { cards: Partial<Card>[]; cases: FilterCase[] };

test.each(shared.cases)('a filter gives the same cards here as on the server: $filter', ({ filter, titles }) => {
  const world = { me: 7, active: new Set(['{s1}']), done: new Set(['done']) };
  const { q, done, ...lists } = filter;
  const asked = { ...lists, q: q?.[0], done: done && done[0] === 'true' };
  const passed = shared.cards.map((one) => card('a', one)).filter((one) => matchesFilter(one, asked, world));
  expect(passed.map((one) => one.title).sort()).toEqual([...titles].sort());
});

test('a card passes when one value of every filter fits', () => {
  const one = card('a', { title: 'Éclair', assignee_id: 7, sprint_uuid: 's2', tags: ['t1', 't2'], status: 'done' });
  const fits = (filter: Parameters<typeof matchesFilter>[1]) => matchesFilter(one, filter, world);
  expect(fits({ q: 'écl', assignee: ['none', 'me'], sprint: ['active'], tag: ['t2'], done: true })).toBe(true);
  expect(
    [{ assignee: ['none'] }, { sprint: ['none'] }, { tag: ['t3'] }, { q: 'x' }, { done: false }].map(fits),
  ).toEqual(Array(5).fill(false));
});

test('columns follow the statuses; cards have the order of the project, or by priority; totals are those of the server', () => {
  const cards = [
    card('b', { priority: 'critique', rank: 'Vb' }),
    card('a', { rank: 'V' }),
    card('c', { blocked: true, priority: 'faible', rank: 'a' }),
  ];
  const done = [card('d', { status: 'done' }), card('e', { status: 'done', blocked: true, priority: 'faible' })];
  const groups = [
    { key: 'todo', total: 4970, points: 12345 },
    { key: 'done', total: 2, points: 2 },
  ];
  const inOrder = (order?: 'priority') =>
    columnsOf(statuses, [...cards, ...done, card('x', { status: 'gone' })], groups, order);
  const uuids = (columns: ColumnOf[]) => columns.map((column) => column.cards.map((one) => one.uuid).join(''));
  const columns = inOrder();
  expect(uuids(columns)).toEqual(['abc', '', 'de']);
  expect(uuids(inOrder('priority'))).toEqual(['cba', '', 'de']);
  expect(columns.map((column) => column.total)).toEqual([4970, 0, 2]);
  expect(columns.map((column) => column.points)).toEqual([12345, 0, 2]);
});

test('a card lands where it is dropped, unless the cards are ordered by priority', () => {
  const cards = ['a', 'b', 'c'].map((uuid) => card(uuid, { rank: uuid }));
  const [todo, doing] = columnsOf(statuses, [...cards, card('z', { status: 'doing', rank: 'b1' })], []) as [
    ColumnOf,
    ColumnOf,
  ];
  const drop = (column: ColumnOf, uuid: string, after: string | null | undefined, order?: 'priority') =>
    dropIndex(column, card(uuid, { rank: uuid }), { status: column.status.key, after }, order);
  expect([drop(todo, 'z', null), drop(todo, 'z', 'b'), drop(todo, 'z', 'c'), drop(todo, 'z', 'gone')]).toEqual([
    ...[0, 2, 3, 3],
  ]);
  expect([drop(todo, 'a', 'b'), drop(todo, 'c', null), drop(doing, 'a', null)]).toEqual([1, 0, 0]);
  expect([drop(todo, 'a', null), drop(todo, 'a', 'a'), drop(todo, 'b', 'a')], 'nothing to do').toEqual(
    Array(3).fill(null),
  );
  expect(drop(doing, 'c', undefined), 'a collapsed column').toBe(1);
  expect(dropIndex(doing, card('a'), { status: 'todo', after: null }, undefined)).toBeNull();
  const [byPriority] = columnsOf(statuses, cards, [], 'priority');
  expect(drop(byPriority as ColumnOf, 'a', 'c', 'priority')).toBeNull();
  const urgent = card('n', { priority: 'haute', rank: 'z' });
  expect(dropIndex(byPriority as ColumnOf, urgent, { status: 'todo', after: 'c' }, 'priority')).toBe(0);
});

test('arrow keys pass over empty columns and stop at the edges', () => {
  const columns = columnsOf(statuses, [card('a'), card('b'), card('z', { status: 'done' })], []);
  const go = (uuid: string, way: Parameters<typeof neighbour>[2]) => neighbour(columns, uuid, way)?.uuid;
  expect([
    go('a', 'down'),
    go('b', 'down'),
    go('b', 'right'),
    go('z', 'left'),
    go('z', 'right'),
    go('b', 'first'),
  ]).toEqual([...['b', undefined, 'z', 'a', undefined, 'a']]);
  expect([adjacentStatus(columns, 'todo', 'right')?.key, adjacentStatus(columns, 'todo', 'left')?.key]).toEqual([
    'doing',
    undefined,
  ]);
});

test('changes on their way are drawn over the cards, in order, and leave others untouched', () => {
  const cards = [card('a'), card('b')];
  const changes: TicketChange[] = [
    { kind: 'save', uuid: 'a', patch: { status: 'doing', dependencies: ['b'] } },
    { kind: 'save', uuid: 'a', patch: { status: 'done' } },
    { kind: 'create', temp: 'new 1', body: { title: 'New', status: 'todo' } },
  ];
  const drawn = withChanges(cards, changes);
  expect(drawn.map((one) => [one.uuid, one.status])).toEqual([
    ['a', 'done'],
    ['b', 'todo'],
    ['new 1', 'todo'],
  ]);
  expect(drawn[1]).toBe(cards[1]);
  expect(drawn[0]).not.toHaveProperty('dependencies');
  const order = (...moves: TicketChange[]) => {
    const ranked = ['a', 'b', 'c'].map((uuid) => card(uuid, { rank: uuid.toUpperCase() }));
    const sorted = withChanges(ranked, moves).sort(byRank);
    return sorted.map((one) => one.uuid).join('');
  };
  const after = (uuid: string, after_uuid: string): TicketChange => ({ kind: 'move', uuid, to: { after_uuid } });
  expect(order(after('a', 'b'))).toBe('bac');
  expect(order(after('c', 'a'), after('b', 'a'))).toBe('abc');
  expect(order({ kind: 'move', uuid: 'c', to: { before_uuid: 'a' } }, after('a', 'b'))).toBe('cba');
  expect(order({ kind: 'move', uuid: 'c', to: 'top' }, after('a', 'gone'))).toBe('cab');
  expect(order({ kind: 'move', uuid: 'a', to: 'bottom' })).toBe('bca');
  expect(withChanges(cards, [{ kind: 'delete', uuid: 'a' }])).toEqual([cards[1]]);
  expect(withChanges(cards, [])).toBe(cards);
});
