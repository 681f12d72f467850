import { expect, test } from 'vitest';
import { listOf, oneOf, parseSearch, safe, stringifySearch } from './search';

test('filters in an address survive a round trip, also several of one name', () => {
  const search = { tag: ['a b', 'c&d'], q: 'é?', sprint: 'active' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({ q: '', tag: undefined, epic: [] })).toBe('');
});

test('one value or a list is read whichever was written', () => {
  expect(listOf({ tag: 'a' }, 'tag')).toEqual(['a']);
  expect(listOf({ tag: ['a', 'b'] }, 'tag')).toEqual(['a', 'b']);
  expect(listOf({}, 'tag')).toBeUndefined();
  expect(oneOf({ q: ['a', 'b'] }, 'q')).toBe('a');
  expect(oneOf({ q: '' }, 'q')).toBeUndefined();
});

test('after the sign-in one is led only into this app', () => {
  expect(safe('/projects/1/board?q=a')).toBe('/projects/1/board?q=a');
  for (const bad of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    expect(safe(bad)).toBe('/projects');
  }
});
