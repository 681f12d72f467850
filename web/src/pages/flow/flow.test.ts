import { expect, test } from 'vitest';
import type { Flow } from '../../api/types.gen';
import { addDays } from '../../days';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import { newTranslate } from '../../i18n/translate';
import { flowText } from './Cumulative';
import { layersOf, movementOf } from './layers';
import { presetOf, validateSearch } from './search';
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

test('how much there is, is done and is under way is told of the first and the last day', () => {
  const moved = movementOf(layersOf(flow, 'counts', (status) => status.label));
  expect(moved).toEqual({
    all: { first: 4, last: 7 },
    done: { first: 0, last: 3 },
    underWay: { first: 1, last: 2 },
  });
  const none = { first: 0, last: 0 };
  expect(movementOf([])).toEqual({ all: none, done: none, underWay: none });
});

test('a total that shrinks is told as one that shrinks', () => {
  const shrunk = layersOf({ ...flow, days: flow.days.toReversed() }, 'counts', (status) => status.label);
  expect(flowText(movementOf(shrunk), undefined, newTranslate('en', en), newFormat('en'))).toBe(
    'The number of tickets went from 7 to 4, and the number done from 3 to 0. Work in progress fell from 2 to 1.',
  );
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
  expect(presetOf({}, today)).toBe(30);
  expect(presetOf({ from: addDays(today, -89) }, today)).toBe(90);
  expect(presetOf({ from: addDays(today, -88) }, today)).toBeUndefined();
  expect(presetOf({ to: '2026-03-01' }, today)).toBeUndefined();
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
    'One sprint has ended so far, with 8 points. A usual range needs at least two. That is 80% of the commitment.',
  );
  expect(say([6, 10], 6, 10)).toContain('The last 2 sprints finished 8 points on average, usually between 6 and 10.');
});
