import { expect, test } from 'vitest';
import * as changes from './pages/changes/search';
import * as explain from './pages/explain/search';
import * as finance from './pages/finance/search';
import * as flow from './pages/flow/search';
import * as reports from './pages/reports/search';
import * as totals from './pages/totals/search';
import { dayIn, isDay, listOf, oneOf, parseSearch, safe, stringifySearch } from './search';

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

test('a day is one of the calendar, and every page reads it alike', () => {
  const days = ['2026-02-28', '2024-02-29', '0002-01-01'];
  const none = ['2026-02-29', '2026-02-31', '2026-13-01', '2026-1-1', '2026-02-30x', '12026-01-01', 'x', ''];
  expect(days.filter(isDay)).toEqual(days);
  expect(none.filter(isDay)).toEqual([]);
  expect([dayIn({ to: ['2026-02-28', 'x'] }, 'to'), dayIn({ to: '2026-02-31' }, 'to'), dayIn({}, 'to')]).toEqual([
    '2026-02-28',
    undefined,
    undefined,
  ]);
  const bad = { as_of: '2026-02-31', from: '2026-02-31', to: '2026-06-31' };
  for (const page of [finance, explain, reports, changes, flow, totals]) {
    expect(Object.values(page.validateSearch(bad)).filter((value) => value !== undefined)).toEqual([]);
  }
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
