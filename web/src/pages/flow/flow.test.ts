import { expect, test } from 'vitest';
import type { Flow } from '../../api/flow';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import { newTranslate } from '../../i18n/translate';
import { layersOf, movementOf } from './layers';
import { addDays, spanOf, validateSearch } from './search';
import { velocityText } from './Velocity';

const flow: Flow = {
  statuses: [
    { key: 'backlog', label: 'Backlog', is_done: false },
    { key: 'todo', label: 'To do', is_done: false },
    { key: 'in_progress', label: 'In progress', is_done: false },
    { key: 'done', label: 'Done', is_done: true },
    { key: 'blocked', label: 'Blocked', is_done: false },
    { key: 'shipped', label: 'Shipped', is_done: true },
  ],
  days: [
    { date: '2026-03-01', counts: { backlog: 3, in_progress: 1 }, points: { backlog: 8 } },
    { date: '2026-03-02', counts: { backlog: 2, in_progress: 2, done: 1, shipped: 2 }, points: { done: 5 } },
  ],
};

test('done statuses lie at the foot, the backlog on top, and a status that held nothing is not drawn', () => {
  const layers = layersOf(flow, 'counts', (status) => status.label);
  expect(layers.map((layer) => layer.key)).toEqual(['done', 'shipped', 'in_progress', 'backlog']);
  expect(layers[0]?.values).toEqual([0, 1]);
  expect(new Set(layers.map((layer) => `${layer.tone} ${layer.fill}`)).size).toBe(layers.length);
  expect(layersOf(flow, 'points', (status) => status.label).map((layer) => layer.key)).toEqual(['done', 'backlog']);
  expect(layersOf({ statuses: flow.statuses, days: [] }, 'counts', String)).toEqual([]);
});

test('what came, what was done and what is under way is counted between the first and the last day', () => {
  const moved = movementOf(layersOf(flow, 'counts', (status) => status.label));
  expect(moved).toEqual({ arrived: 3, done: 3, underWayFirst: 1, underWayLast: 2 });
  expect(movementOf([])).toEqual({ arrived: 0, done: 0, underWayFirst: 0, underWayLast: 0 });
});

test('the address keeps the days, and what is no day is left out', () => {
  expect(validateSearch({ from: '2026-02-30x', to: '2026-03-01', by: 'points' })).toEqual({
    from: undefined,
    to: '2026-03-01',
    by: 'points',
  });
  expect(validateSearch({ from: '2026-13-01', by: 'x' })).toEqual({ from: undefined, to: undefined, by: undefined });
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  const today = '2026-03-31';
  expect(spanOf({}, today)).toBe(30);
  expect(spanOf({ from: addDays(today, -89) }, today)).toBe(90);
  expect(spanOf({ from: addDays(today, -88) }, today)).toBeUndefined();
  expect(spanOf({ to: '2026-03-01' }, today)).toBeUndefined();
});

test('velocity in words: of one sprint without a range, of more with it, and how far promises were kept', () => {
  const say = (done: number[], low: number | null, high: number | null) =>
    velocityText(
      {
        sprints: done.map((points) => ({ uuid: '', title: '', end_date: null, committed: 10, done: points })),
        mean: 8,
        low,
        high,
      },
      newTranslate('en', en),
      newFormat('en'),
    );
  expect(say([8], null, null)).toBe(
    'One sprint has ended so far, with 8 points. A usual range needs two. That is 80% of what was promised.',
  );
  expect(say([6, 10], 6, 10)).toContain('The last 2 sprints finished 8 points on average, usually between 6 and 10.');
});
