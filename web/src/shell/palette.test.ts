import { expect, test } from 'vitest';
import { chosenAt, itemsOf, matchingCommands } from './palette';

const run = () => {};
const commands = [
  { id: 'a', label: 'Créer un ticket', run },
  { id: 'b', label: 'Aller au tableau', words: 'board', run },
];

test('a command is found by any of its words, without accents, in any order', () => {
  expect(matchingCommands(commands, 'ticket creer').map((c) => c.id)).toEqual(['a']);
  expect(matchingCommands(commands, 'BOARD').map((c) => c.id)).toEqual(['b']);
  expect(matchingCommands(commands, '').map((c) => c.id)).toEqual(['a', 'b']);
  expect(matchingCommands(commands, 'ticket tableau')).toEqual([]);
});

test('commands come first, then projects, then tickets, and each leads where it says', () => {
  const gone: string[] = [];
  const go = { ticket: (uuid: string) => gone.push(`t${uuid}`), project: (uuid: string) => gone.push(`p${uuid}`) };
  const found = {
    tickets: [{ uuid: '1', key: 'P-1', title: 'T', project_uuid: '2', status: 'todo' }],
    projects: [{ uuid: '2', name: 'P' }],
  };
  const items = itemsOf(commands, 'tableau', found, go);
  expect(items.map((item) => item.group)).toEqual(['groupCommands', 'groupProjects', 'groupTickets']);
  for (const item of items) item.run();
  expect(gone).toEqual(['p2', 't1']);
});

test('a ticket comes first if the query is its key or its number', () => {
  const tickets = [{ uuid: '1', key: 'PR-42', title: 'T', project_uuid: '2', status: 'todo' }];
  const board = [{ id: 'a', label: 'PR-42 42', run }];
  const first = (query: string) =>
    itemsOf(board, query, { tickets, projects: [] }, { ticket: run, project: run })[0]?.id;
  expect(['pr-42', '42', 'pr'].map(first)).toEqual(['t 1', 't 1', 'c a']);
});

test('the first item is chosen, unless a ticket may still come before it, until another is selected', () => {
  const items = itemsOf(commands, '', undefined, { ticket: run, project: run });
  expect(chosenAt(items, null, 'ticket', false)).toBe(0);
  expect(chosenAt(items, null, 'ticket', true)).toBe(0);
  expect(chosenAt(items, null, 'PR-42', true)).toBe(-1);
  expect(chosenAt(items, null, 'PR-42', false)).toBe(0);
  expect(chosenAt(items, 'c b', 'PR-42', true)).toBe(1);
  expect(chosenAt(items, 't gone', 'ticket', false)).toBe(0);
  expect(chosenAt([], 'c b', 'ticket', false)).toBe(-1);
});

test('a selected item stays chosen when results arrive before it', () => {
  const tickets = [{ uuid: '1', key: 'PR-42', title: 'T', project_uuid: '2', status: 'todo' }];
  const items = itemsOf(
    [{ id: 'a', label: '42', run }],
    '42',
    { tickets, projects: [] },
    { ticket: run, project: run },
  );
  expect(chosenAt(items, 'c a', '42', false)).toBe(1);
});
