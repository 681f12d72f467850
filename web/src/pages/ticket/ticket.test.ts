import { expect, test } from 'vitest';
import type { Frame, HistoryRow } from '../../api/types.gen';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import { newTranslate } from '../../i18n/translate';
import type { Words } from '../../i18n/words';
import { inOrder, reworded, successor, withIds } from './criteria';
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

const linesOf = (lines: { line: string }[]) => lines.map(({ line }) => line);

test('a criterion that somebody else has reworded is found again by its place or its words', () => {
  const found = (earlier: string[], now: string[], line: string) => successor(earlier, withIds(now), `1 ${line}`)?.line;
  expect(found(['a', 'b', 'c'], ['a', 'B', 'c'], 'b')).toBe('B');
  expect(found(['a', 'b', 'c'], ['c', 'A', 'B'], 'b')).toBeUndefined();
  expect(found(['a', 'b'], ['A', 'B'], 'b')).toBe('B');
  expect(found(['a', 'b'], ['b', 'a'], 'b')).toBe('b');
  expect(found(['a', 'b'], ['a'], 'b')).toBeUndefined();
  expect(found(['a', 'sells one ticket'], ['a', 'new', 'sells two tickets'], 'sells one ticket')).toBe(
    'sells two tickets',
  );
  expect(found(['a', 'b', 'c'], ['a', 'c', 'new'], 'b')).toBeUndefined();
  expect(found([], ['a'], 'b')).toBeUndefined();
});

test('a criterion that two people reword is a clash, unless its second author has seen the first version', () => {
  const mine = { id: '1 a', earlier: ['a', 'b'], seen: 'a', line: 'mine' };
  expect(linesOf(reworded(withIds(['a', 'b']), mine))).toEqual(['mine', 'b']);
  expect(linesOf(reworded(withIds(['a', 'theirs']), mine))).toEqual(['mine', 'theirs']);
  expect(linesOf(reworded(withIds(['b']), mine))).toEqual(['b', 'mine']);
  expect(linesOf(reworded(withIds(['mine', 'b']), mine))).toEqual(['mine', 'b']);
  expect(() => reworded(withIds(['theirs', 'b']), mine)).toThrow();
  expect(linesOf(reworded(withIds(['theirs', 'b']), { ...mine, seen: 'theirs' }))).toEqual(['mine', 'b']);
});

test('a line that is being edited keeps its id when somebody else rewords it', () => {
  const shown = withEdited(withIds(['theirs', 'b']), withIds(['a']), () => ({ id: '1 theirs', line: 'theirs' }));
  expect(shown[0]).toEqual({ id: '1 a', at: '1 theirs', line: 'theirs' });
  expect(linesOf(shown)).toEqual(['theirs', 'b']);
});

test('lines that are being edited stay, although somebody else has deleted them', () => {
  expect(linesOf(withEdited(withIds(['b']), withIds(['a', 'b', 'c'])))).toEqual(['b', 'a', 'c']);
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
