import { expect, test } from 'vitest';
import type { Shortcut } from './registry';
import { match } from './shortcuts';

const run = () => {};
const offered: Shortcut[] = ['?', 'b', 'g b', 'mod+k'].map((keys) => ({ keys, label: keys, run }));
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test('a key alone, two in a row, and with Ctrl or Cmd are three different things', () => {
  expect(match(offered, press('b'), '')?.keys).toBe('b');
  expect(match(offered, press('b'), 'g')?.keys).toBe('g b');
  expect(match(offered, press('b'), 'x')?.keys).toBe('b');
  expect(match(offered, press('K', { metaKey: true }), '')?.keys).toBe('mod+k');
  expect(match(offered, press('k', { ctrlKey: true }), '')?.keys).toBe('mod+k');
  expect(match(offered, press('k'), '')).toBeUndefined();
  expect(match(offered, press('b', { ctrlKey: true }), '')).toBeUndefined();
  expect(match(offered, press('b', { altKey: true }), '')).toBeUndefined();
});

test('of two shortcuts with the same keys the one added last counts', () => {
  const later = { keys: 'b', label: 'later', run };
  expect(match([...offered, later], press('b'), '')).toBe(later);
});
