import { expect, test } from 'vitest';
import type { Forecast, Warning } from '../../api/types.gen';
import { sectionsOf } from './sections';

const warning = { code: 'undated_points', amount: 3, edited: null } as Warning;
const edit: Warning = { ...warning, edited: { since: '2026-03-09', rises: [], by: [], together: [] } };
const forecast = { state: 'forecast' } as Forecast;

test('what matters comes first, and doubts about the numbers come before the numbers', () => {
  expect(sectionsOf({ past: false, warnings: [edit], forecast })).toEqual([
    'summary',
    'outlook',
    'curve',
    'forecast',
    'schedule',
    'trend',
    'costs',
    'numbers',
    'reliability',
  ]);
  expect(sectionsOf({ past: true, warnings: [edit, warning], forecast }).slice(0, 4)).toEqual([
    'summary',
    'reliability',
    'outlook',
    'reported',
  ]);
});

test('without a forecast, no link leads to it', () => {
  const none = { ...forecast, state: 'no progress' } as Forecast;
  expect(sectionsOf({ past: false, warnings: [], forecast: none })).not.toContain('forecast');
});

test('every section appears once', () => {
  for (const past of [false, true]) {
    for (const warnings of [[], [warning]]) {
      const all = sectionsOf({ past, warnings, forecast });
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe(past ? 10 : 9);
    }
  }
});
