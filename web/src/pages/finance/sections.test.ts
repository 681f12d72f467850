import { expect, test } from 'vitest';
import type { Warning } from '../../api/types.gen';
import { sectionsOf } from './sections';

const warning = { code: 'undated_points', amount: 3 } as Warning;

test('what matters comes first, and doubts about the numbers come before the numbers', () => {
  expect(sectionsOf({ past: false, warnings: [] })).toEqual([
    'summary',
    'outlook',
    'curve',
    'schedule',
    'trend',
    'costs',
    'numbers',
    'reliability',
  ]);
  expect(sectionsOf({ past: true, warnings: [warning] }).slice(0, 4)).toEqual([
    'summary',
    'reliability',
    'outlook',
    'reported',
  ]);
});

test('every section appears once', () => {
  for (const past of [false, true]) {
    for (const warnings of [[], [warning]]) {
      const all = sectionsOf({ past, warnings });
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe(past ? 9 : 8);
    }
  }
});
