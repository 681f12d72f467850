import { expect, test } from 'vitest';
import type { Translate } from '../../i18n';
import { pathOf, scaleOf } from '../../ui/charts/scale';
import { burnupSeries, scopeGrowth } from './burnup';

const t = ((key: string) => key) as Translate;
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: `2026-01-${index}`,
    scope: 10 + Math.floor(index / 2),
    done: Math.min(index, 10),
  }));

test('a burn-up of no, one, three and three hundred days has lines that can be drawn', () => {
  for (const count of [0, 1, 3, 300]) {
    const [done, scope] = burnupSeries(days(count), t);
    expect(done?.values).toHaveLength(count);
    expect(scope?.values).toHaveLength(count);
    const scale = scaleOf([...(done?.values ?? []), ...(scope?.values ?? [])]);
    expect(scale.high).toBeGreaterThan(scale.low);
    expect(scale.ticks.every(Number.isFinite)).toBe(true);
    const spots = (scope?.values ?? []).map((value, x) => (value === null ? null : { x, y: value }));
    expect(pathOf(spots, true)).not.toContain('NaN');
  }
});

test('its lines can be told apart without colours', () => {
  const [done, scope] = burnupSeries(days(3), t);
  expect([done?.dash, scope?.dash]).toEqual([undefined, '6 3']);
});

test('growth is what came in since the first day', () => {
  expect(scopeGrowth([])).toBe(0);
  expect(scopeGrowth(days(1))).toBe(0);
  expect(scopeGrowth(days(5))).toBe(2);
});
