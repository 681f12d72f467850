import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../days';
import { arrowPath, clampToView, nodeLocator } from './arrows';
import {
  freeTargets,
  isPending,
  linkTypeOf,
  nodesOf,
  partsOf,
  pendingUuid,
  plannedOf,
  resolveLinks,
  rowsOf,
  share,
  spanOf,
  treeOf,
  undatedOf,
  withBars,
} from './plan';
import { endTagAt, lanesOf, placeOf, scaleOf, sideOf, ticksOf, unitsOf } from './scale';
import { validateSearch } from './search';
import { from, link, node, plan } from './testing';

const names = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'group' ? `[${row.key} ${row.count}]` : row.node.uuid));

describe('the rows', () => {
  test('stand by super-epic and date, and a folded group keeps its head', () => {
    expect(names(rowsOf(plan(), new Set()))).toEqual(['[shop 2]', 'build', 'sell', '[ 1]', 'alone']);
    expect(names(rowsOf(plan(), new Set(['shop'])))).toEqual(['[shop 2]', '[ 1]', 'alone']);
  });
  test('need no head where there is no super-epic', () => {
    const none = plan({ super_epics: [], epics: [node('a', from('2026-03-01', '2026-03-02'))] });
    expect(names(rowsOf(none, new Set()))).toEqual(['a']);
    expect(rowsOf(plan({ super_epics: [], epics: [] }), new Set())).toEqual([]);
  });
  test('leave out what has no dates; a super-epic is named there only when it stands for itself', () => {
    expect(undatedOf(plan()).map((one) => one.uuid)).toEqual(['idea']);
    const empty = plan({ epics: [] });
    expect(undatedOf(empty).map((one) => one.uuid)).toEqual(['shop', 'later']);
  });
  test('of the table hold everything once', () => {
    expect(treeOf(plan()).map(({ node: one, depth }) => `${depth}${one.uuid}`)).toEqual([
      '0shop',
      '1build',
      '1sell',
      '0later',
      '1idea',
      '0alone',
    ]);
  });
});

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

test('what is done is counted by points, by tickets without points, and not at all when there is nothing', () => {
  expect(share(node('a', { points: 8, done_points: 2, tickets: 2, done_tickets: 2 }))).toBe(0.25);
  expect(share(node('a', { tickets: 4, done_tickets: 1 }))).toBe(0.25);
  expect(share(node('a'))).toBeNull();
});

test('a link knows whether it is critical and what it pushes; one without its ends is left out', () => {
  const [tight, pushes, none] = resolveLinks(plan());
  expect(tight).toMatchObject({ critical: true, pushes: 0 });
  expect(pushes).toMatchObject({ critical: false, pushes: 3 });
  expect(none).toBeUndefined();
});

test('the type of a link follows from the ends that it joins, except on super-epics', () => {
  const [epic, group] = [node('a'), node('g', { kind: 'super_epic' })];
  expect(linkTypeOf(epic, 'F', epic)).toBe('FS');
  expect(linkTypeOf(epic, 'S', epic, 'S')).toBe('SS');
  expect(linkTypeOf(epic, 'F', epic, 'F')).toBe('FF');
  expect(linkTypeOf(epic, 'S', epic, 'F')).toBe('SF');
  expect(linkTypeOf(group, 'S', epic, 'F')).toBe('FS');
  expect(linkTypeOf(epic, 'S', group, 'F')).toBe('FS');
});

test('rows keep their order when the bars of another plan are shown', () => {
  const rows = rowsOf(plan(), new Set());
  const other = plan({
    epics: plan().epics.map((epic) =>
      epic.uuid === 'build' ? { ...epic, ...from('2026-05-01', '2026-05-29') } : epic,
    ),
  });
  const shown = withBars(rows, other);
  expect(names(shown)).toEqual(names(rows));
  expect(shown.map((row) => row.node?.span.to)).toEqual([
    '2026-05-29',
    '2026-05-29',
    '2026-04-30',
    undefined,
    '2026-03-20',
  ]);
});

test('a link between super-epics is critical if it joins two of their epics', () => {
  const groups = plan({
    super_epics: [node('first', { kind: 'super_epic' }), node('second', { kind: 'super_epic' })],
    epics: [
      node('build', { parent_uuid: 'first', critical: true }),
      node('sell', { parent_uuid: 'second', critical: true }),
    ],
    links: [link('first', 'second'), link('second', 'first')],
  });
  expect(resolveLinks(groups).map(({ critical }) => critical)).toEqual([true, false]);
});

test('a bar shows what is expected or, while the work left is unknown, up to the end of the plan', () => {
  const planned = { planned_start: '2026-03-09', planned_finish: '2026-03-20' };
  expect(spanOf(node('a', { ...planned, ...from('2026-03-12', '2026-03-25') }))).toEqual({
    from: '2026-03-12',
    to: '2026-03-25',
  });
  expect(spanOf(node('a', { ...planned, start: '2026-03-12' }))).toEqual({ from: '2026-03-12', to: '2026-03-20' });
  expect(spanOf(node('a', { ...planned, start: '2026-03-24' }))).toEqual({ from: '2026-03-24', to: '2026-03-24' });
  expect(spanOf(node('a', planned))).toEqual({ from: '2026-03-09', to: '2026-03-20' });
  expect(spanOf(node('a', { start: '2026-03-12', planned_start: '2026-03-09' }))).toBeNull();
  expect(plannedOf(node('a', { planned_start: '2026-03-16', planned_finish: '2026-03-13' }))).toBeNull();
});

test('work in progress whose rest has to wait has a bar of two parts', () => {
  const parts = (more: Partial<Parameters<typeof spanOf>[0]>) => {
    const one = node('a', { state: 'in_progress', ...from('2026-03-02', '2026-04-30'), ...more });
    return partsOf({ ...one, span: { from: '2026-03-02', to: '2026-04-30' } }, '2026-03-13').map((part) =>
      Object.values(part),
    );
  };
  const whole = [['2026-03-02', '2026-04-30']];
  expect(parts({ remaining_start: '2026-04-13' })).toEqual([
    ['2026-03-02', '2026-03-13'],
    ['2026-04-13', '2026-04-30'],
  ]);
  expect(parts({ remaining_start: '2026-03-16' })).toEqual(whole); // after the weekend
  expect(parts({ remaining_start: '2026-04-13', state: 'not_started' })).toEqual(whole);
  expect(parts({ remaining_start: null })).toEqual(whole);
});

test('a node may be followed by everything but itself and what follows it already', () => {
  expect(freeTargets(plan(), 'build').map((one) => one.uuid)).toEqual(['shop', 'later', 'idea']);
});

describe('the scale', () => {
  const days = ['2026-03-01', '2026-06-30'].map(dayNumber);
  test('fits what there is into the room, with air on both sides', () => {
    const scale = scaleOf(days, 'fit', 1000);
    expect(scale.width).toBeCloseTo(1000, 0);
    expect(placeOf(scale, days[0] ?? 0)).toBeGreaterThan(10);
    expect(placeOf(scale, (days[1] ?? 0) + 1)).toBeLessThan(990);
  });
  test('fills the room when a zoom needs less, takes more when it needs more, and has an end', () => {
    expect(scaleOf(days, 'quarters', 1000).width).toBeGreaterThanOrEqual(1000);
    expect(scaleOf(days, 'weeks', 1000).width).toBeGreaterThan(2000);
    expect(scaleOf([dayNumber('1990-01-01'), dayNumber('2090-01-01')], 'weeks', 1000).width).toBeLessThan(41_000);
    const one = scaleOf([dayNumber('2026-03-01')], 'fit', 500);
    expect(one.width).toBeCloseTo(500, 0);
  });
  test('is cut into weeks, months, quarters and years without a gap', () => {
    const scale = scaleOf(days, 'months', 500);
    for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
      const ticks = ticksOf(scale, unit, (date) => date.toISOString().slice(0, 10));
      expect(ticks.reduce((sum, tick) => sum + tick.width, 0)).toBeCloseTo(scale.width);
      expect(ticks[0]?.x).toBe(0);
    }
    const weeks = ticksOf(scale, 'week', (date) => String(date.getUTCDay()));
    expect(new Set(weeks.map((tick) => tick.label))).toEqual(new Set(['1']));
    expect(unitsOf(scale)).toEqual({ upper: 'month', lower: 'week' });
    expect(unitsOf({ ...scale, perDay: 0.1 })).toEqual({ upper: 'year', lower: 'year' });
  });
  test('goes from dates to days and back over a change of clocks', () => {
    for (const date of ['2026-03-29', '2026-10-25', '1969-12-31']) expect(dateOf(dayNumber(date))).toBe(date);
  });
});

describe('a label near the edge', () => {
  const scale = { first: 0, end: 100, perDay: 3, width: 300 };
  test('is placed where it fits, or where there is more room', () => {
    expect(sideOf(scale, 50, 200)).toEqual({ flipped: false, room: 250 });
    expect(sideOf(scale, 250, 200)).toEqual({ flipped: true, room: 250 });
    expect(sideOf(scale, 140, 200)).toEqual({ flipped: false, room: 160 });
    expect(sideOf(scale, 160, 200)).toEqual({ flipped: true, room: 160 });
  });
  test('of the end stays on the timeline and does not cover today', () => {
    expect(endTagAt(scale, 160, 20, 120)).toEqual({ left: 160, raised: false });
    expect(endTagAt(scale, 40, 20, 120)).toEqual({ left: 50, raised: false });
    expect(endTagAt(scale, 280, 20, 120)).toEqual({ right: 20, raised: false });
    expect(endTagAt(scale, 280, 200, 120)).toEqual({ right: 20, raised: true });
    expect(endTagAt(scale, 400, 20, 120)).toEqual({ right: 0, raised: false });
  });
});

test('marks that would cover one another stand on different lines', () => {
  const at = (x: number) => ({ x, width: 50 });
  expect(lanesOf([at(0), at(10), at(60), at(61), at(200)])).toEqual([0, 1, 0, 1, 0]);
  expect(lanesOf([])).toEqual([]);
});

test('an arrow goes straight on where there is room, and around where there is none', () => {
  expect(arrowPath({ x: 10, y: 20 }, { x: 100, y: 60 }, 40)).toBe('M10 20H20V60H100');
  expect(arrowPath({ x: 100, y: 20 }, { x: 50, y: 60 }, 40)).toBe('M100 20H110V40H40V60H50');
  expect(arrowPath({ x: 100, y: 60 }, { x: 50, y: 20 }, 40)).toBe('M100 60H110V40H40V20H50');
  expect(arrowPath({ x: 10, y: 20 }, { x: 100, y: 20 }, 40)).toBe('M10 20H100');
  expect(arrowPath({ x: 10, y: 20 }, { x: 100, y: 60 }, 40, 'SS')).toBe('M10 20H0V60H100');
  expect(arrowPath({ x: 10, y: 20 }, { x: 100, y: 60 }, 40, 'FF')).toBe('M10 20H110V60H100');
  expect(arrowPath({ x: 10, y: 20 }, { x: 100, y: 60 }, 40, 'SF')).toBe('M10 20H0V40H110V60H100');
});

test('the arrows of a folded group are at its row, also of the one without a super-epic', () => {
  const at = (folded: string[], uuid: string) => {
    const place = nodeLocator(rowsOf(plan(), new Set(folded)), nodesOf(plan()))(uuid);
    return place && `${place.index} ${place.node.uuid}`;
  };
  expect(at([], 'alone')).toBe('4 alone');
  expect(at([''], 'alone')).toBe('3 alone');
  expect(at(['shop'], 'build')).toBe('0 shop');
  expect(at([''], 'idea')).toBeUndefined();
  expect(at([''], 'gone')).toBeUndefined();
});

test('each link that is drawn has a name of its own until the server has named it', () => {
  const one = link('build', 'sell');
  const [first, again] = [pendingUuid(one, 1), pendingUuid(one, 2)];
  expect(first).not.toBe(again);
  expect(isPending({ ...one, uuid: first })).toBe(true);
  expect(isPending(one)).toBe(false);
});

test('an arrow that ends far away is drawn to the edge of what is seen', () => {
  expect(clampToView({ x: 5, y: 90_000 }, 400, 800, 40)).toEqual({ x: 5, y: 1240 });
  expect(clampToView({ x: 5, y: 20 }, 400, 800, 40)).toEqual({ x: 5, y: 360 });
  expect(clampToView({ x: 5, y: 500 }, 400, 800, 40)).toEqual({ x: 5, y: 500 });
});

test('the address keeps what differs from the timeline that fits', () => {
  expect(validateSearch({ view: 'table', zoom: 'weeks' })).toEqual({ view: 'table', zoom: 'weeks' });
  expect(validateSearch({ view: 'x', zoom: 'fit' })).toEqual({ view: undefined, zoom: undefined });
});
