import { expect, test } from 'vitest';
import { moveItem, targetIndex } from './useSortable';

test('an entry moves to its new place and the others keep their order', () => {
  expect(moveItem(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
});

test('an entry dropped beside another stands on that side of it', () => {
  const list = ['a', 'b', 'c', 'd'];
  for (const [from, entry] of list.entries()) {
    for (const [over, other] of list.entries()) {
      if (from === over) continue;
      const above = moveItem(list, entry, targetIndex(from, over, 'top'));
      expect(above.indexOf(entry)).toBe(above.indexOf(other) - 1);
      const below = moveItem(list, entry, targetIndex(from, over, 'bottom'));
      expect(below.indexOf(entry)).toBe(below.indexOf(other) + 1);
    }
  }
});
