import { expect, test } from 'vitest';
import en from '../i18n/en/index';
import { newFormat } from '../i18n/format';
import { newTranslate } from '../i18n/translate';
import { describeRequest, ticketsOf, versionsOf } from './unsentText';

const t = newTranslate('en', en);

test.each([
  ['PUT', '/tickets/t', { title: 'Sell' }, 'Ticket', ['Title: Sell']],
  [
    'PUT',
    '/tickets/t',
    { status: 'done', sprint_uuid: 's', after_uuid: 'u' },
    'Ticket',
    ['Status', 'Sprint', 'Reordered'],
  ],
  ['PUT', '/tickets/t', { acceptance_criteria: ['a', 'b'] }, 'Ticket', ['Acceptance criteria: a\nb']],
  ['POST', '/projects/p/tickets', { title: 'New' }, 'Ticket', ['Title: New']],
  [
    'POST',
    '/projects/p/bulk',
    { tickets: ['t'], place: 'top', set: { status: 'done' } },
    'Ticket',
    ['Status', 'Reordered'],
  ],
  ['POST', '/projects/p/bulk/undo', { moves: [{ uuid: 't', status: 'todo' }] }, 'Ticket', ['Undo']],
  ['POST', '/tickets/t/subtasks', { title: 'Ask' }, 'Subtask', ['Title: Ask']],
  ['PUT', '/projects/p/statuses/todo', { label: 'To do' }, 'Status', ['Label: To do']],
  ['PUT', '/time/entries/e', { description: 'Call' }, 'Time on ticket', ['Description: Call']],
  ['PUT', '/projects/p', { name: 'Apollo' }, 'Project', ['Name: Apollo']],
])('%s %s %j is described in words', (method, path, body, noun, fields) => {
  expect(describeRequest(t, { method, path, body })).toEqual({ noun, fields });
});

test('a kept change names its tickets', () => {
  const post = { method: 'POST', path: '/projects/p/bulk' };
  expect(ticketsOf({ method: 'PUT', path: '/tickets/t', body: { title: 'Sell' } })).toEqual(['t']);
  expect(ticketsOf({ ...post, body: { tickets: ['t', 'u'], place: 'top' } })).toEqual(['t', 'u']);
  expect(ticketsOf({ ...post, path: '/projects/p/bulk/undo', body: { moves: [{ uuid: 't' }] } })).toEqual(['t']);
  expect(ticketsOf({ method: 'PUT', path: '/projects/p', body: { name: 'Apollo' } })).toEqual([]);
});

test('every field in which a kept change clashes can be compared', () => {
  const body = { due_date: '2026-11-20', start_date: null, title: 'Mine', tags: ['a'], status: 'done' };
  const theirs = {
    due_date: '2026-12-01',
    start_date: '2026-11-02',
    title: 'Theirs',
    tags: ['b', 'c'],
    status: 'todo',
  };
  expect(versionsOf(t, newFormat('en'), { method: 'PUT', path: '/tickets/t', body }, theirs)).toEqual([
    { label: 'Due date', mine: '20 Nov 2026', theirs: '1 Dec 2026' },
    { label: 'Start date', mine: 'None', theirs: '2 Nov 2026' },
    { label: 'Title', mine: 'Mine', theirs: 'Theirs' },
    { label: 'Tags', mine: '1', theirs: '2' },
    { label: 'Status', mine: 'done', theirs: 'todo' },
  ]);
});
