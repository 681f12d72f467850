import { expect, test } from 'vitest';
import type { Frame, HistoryRow } from '../../api/types.gen';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import { newTranslate } from '../../i18n/translate';
import type { Words } from '../../i18n/words';
import { inOrder, renamed, withIds } from './Criteria';
import { describeChange } from './historyText';
import { withEdited } from './useEdited';
import { applyStep } from './useSubtasks';

const t = newTranslate('en', en);
const words = {
  priority: (priority: string) => `<${priority}>`,
  status: (status: { key: string }) => `[${status.key}]`,
} as unknown as Words;
const frame = { statuses: [{ key: 'todo' }, { key: 'done' }] } as unknown as Frame;
const speaker = { t, words, format: newFormat('en'), frame };
const tell = (change: Partial<HistoryRow>) =>
  describeChange(
    {
      id: 1,
      at: '',
      user: 'Ann',
      key_name: null,
      noun: 'ticket',
      uuid: '',
      has_text: false,
      name: '',
      what: '',
      from: null,
      to: null,
      ...change,
    },
    speaker,
  );

test('the log is told in words', () => {
  expect(tell({ what: 'created' })).toBe('Created the ticket');
  expect(tell({ what: 'status', from: 'todo', to: 'done' })).toBe('Status: [todo] → [done]');
  expect(tell({ what: 'priority', from: 'haute', to: 'odd' })).toBe('Priority: <haute> → odd');
  expect(tell({ what: 'story_points', from: 0, to: 2.5 })).toBe('Points: 0 → 2.5');
  expect(tell({ what: 'sprint', from: null, to: 'Sprint 4' })).toBe('Sprint: – → Sprint 4');
  expect(tell({ what: 'description', from: 'a', to: 'b' })).toBe('Description changed');
  expect(tell({ what: 'tags', from: ['a'], to: ['a', 'b', 'c'] })).toBe('Tags: added “b” and “c”');
  expect(tell({ what: 'tags', from: ['a'], to: null })).toBe('Tags: removed “a”');
  expect(tell({ what: 'acceptance_criteria', from: ['a', 'b'], to: ['b', 'a'] })).toBe(
    'Acceptance criteria: order changed',
  );
  expect(tell({ noun: 'subtask', name: 'Step', what: 'status', from: 'todo', to: 'done' })).toBe(
    'Subtask “Step” · Status: [todo] → [done]',
  );
  expect(tell({ noun: 'comment', what: 'deleted' })).toBe('Deleted a comment');
  expect(tell({ what: 'something_new', from: 1, to: 2 })).toBe('something_new: 1 → 2');
});

test('criteria that read the same keep names of their own', () => {
  expect(withIds(['a', 'b', 'a']).map((one) => one.id)).toEqual(['1 a', '1 b', '2 a']);
});

test('a criterion that somebody else has reworded in the meantime is kept in both versions', () => {
  expect(renamed(withIds(['a', 'b']), '1 a', 'mine').map((one) => one.line)).toEqual(['mine', 'b']);
  expect(renamed(withIds(['theirs', 'b']), '1 a', 'mine').map((one) => one.line)).toEqual(['theirs', 'b', 'mine']);
});

test('lines that are being edited stay, although somebody else has deleted them', () => {
  expect(withEdited(withIds(['b']), withIds(['a', 'b', 'c'])).map((one) => one.line)).toEqual(['b', 'a', 'c']);
});

test('a criterion added while others are sorted goes last', () => {
  expect(inOrder(withIds(['a', 'b', 'new']), ['1 b', '1 a']).map((one) => one.line)).toEqual(['b', 'a', 'new']);
});

test('subtasks show a change before the server has answered', () => {
  const list = applyStep(applyStep([], { kind: 'add', title: 'one' }), { kind: 'add', title: 'two' });
  expect(list.map((one) => one.title)).toEqual(['one', 'two']);
  const [first, second] = list.map((one) => one.uuid) as [string, string];
  expect(applyStep(list, { kind: 'order', uuids: [second, first] }).map((one) => one.title)).toEqual(['two', 'one']);
  expect(applyStep(list, { kind: 'save', uuid: first, edit: { status: 'done' } })[0]?.status).toBe('done');
  expect(applyStep(list, { kind: 'delete', uuid: first })).toHaveLength(1);
});
