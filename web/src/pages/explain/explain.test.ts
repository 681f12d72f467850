import { expect, test } from 'vitest';
import type { Explanation, Term } from '../../api/types.gen';
import { permalinkOf } from './Actions';
import { markdownOf } from './markdown';
import { validateSearch } from './search';
import { addsUp, recompute, signOf } from './terms';

test('each operation is done again as the server does it', () => {
  expect(recompute('sum', [1, 2, 3])).toBe(6);
  expect(recompute('sum', [])).toBe(0);
  expect(recompute('difference', [5, 2])).toBe(3);
  expect(recompute('quotient', [6, 3])).toBe(2);
  expect(recompute('quotient', [6, 0])).toBe(null);
  expect(recompute('proportion', [110, 219_000, 216])).toBeCloseTo(111_527.7778, 3);
  expect(recompute('proportion', [1, 2, 0])).toBe(0);
  expect(recompute('least', [3, 2])).toBe(2);
  expect(recompute('greatest', [0, 2])).toBe(2);
  expect(recompute('to go', [0, null])).toBe(0);
  expect(recompute('to go', [10, 0.5])).toBe(20);
  expect(recompute('round', [2.5])).toBe(3);
  expect(recompute('round', [-2.5])).toBe(-3);
  expect(recompute('sum', [1, null])).toBe(null);
});

const term = (path: string, value: number | null, more: Partial<Term> = {}): Term => ({
  path,
  kind: 'figure',
  name: 'points',
  uuid: null,
  title: null,
  date: null,
  key: null,
  rate: null,
  unit: 'points',
  value,
  op: 'given',
  parts: 0,
  ...more,
});

test('parts add up when they are all there and make the value', () => {
  const sum = term('', 3, { op: 'sum', parts: 2 });
  expect(addsUp(sum, [term('0', 1), term('1', 2)])).toBe(true);
  expect(addsUp(sum, [term('0', 1)])).toBe(false);
  expect(addsUp(sum, [term('0', 1), term('1', 3)])).toBe(false);
  expect(addsUp(term('', null, { op: 'quotient', parts: 2 }), [term('0', 1), term('1', 0)])).toBe(false);
  expect(addsUp(term('', 5), [])).toBe(false);
});

test('signs stand between the parts', () => {
  expect([0, 1, 2].map((n) => signOf('proportion', n))).toEqual(['', '×', '÷']);
  expect([0, 1, 9].map((n) => signOf('sum', n))).toEqual(['', '+', '+']);
});

test('Markdown holds the parts of parts, the result and the link, and no text of people as markup', () => {
  const parts = [
    term('0', 1, { title: 'A *bold* [title](x)' }),
    term('1', 5, { op: 'difference', parts: 2, terms: [term('1.0', 7), term('1.1', 2)] }),
  ];
  const explanation = { term: term('', 6, { op: 'sum', parts: 3, terms: parts }) } as Explanation;
  const text = markdownOf(explanation, {
    lead: 'Project, today',
    words: 'Words.',
    symbols: 'a = b + c',
    warnings: ['Mind this.'],
    adds: (sum) => (sum ? 'adds up to' : 'makes'),
    more: (count) => `and ${count} more`,
    names: {
      name: (one) => one.title ?? one.name,
      note: () => '',
      value: (one) => String(one.value),
      unit: () => 'points',
      since: () => '',
    },
    link: 'https://x.example/a',
  });
  expect(text).toContain('- A \\*bold\\* \\[title\\](x): 1 points');
  expect(text).toContain('- + points: 5 points\n  - points: 7 points\n  - − points: 2 points\n  - **makes 5 points**');
  expect(text).toContain('- … and 1 more\n- **adds up to 6 points**');
  expect(text).toContain('> Mind this.\n\n<https://x.example/a>');
});

test('the link keeps the day and the way to the term', () => {
  const ask = { project: 'p', indicator: 'cpi', path: '1.0' };
  expect(permalinkOf(ask, '2026-03-10', 'https://x')).toBe(
    'https://x/projects/p/finance/cpi?as_of=2026-03-10&path=1.0',
  );
  expect(validateSearch({ as_of: '2026-03-10', path: '1.0' })).toEqual({ as_of: '2026-03-10', path: '1.0' });
  expect(validateSearch({ path: '../x' }).path).toBe(undefined);
});
