import { describe, expect, test } from 'vitest';
import { backOf, type Grip, isMovable, keyMove, moverOf, shiftsOf, type Trial, withDates, withMilestone } from './move';
import { plannedOf } from './plan';
import { from, node, plan } from './testing';

const launch = { uuid: 'launch', name: 'Launch', date: '2026-05-01', color: '#000000', version: '1' };
const ahead = node('ahead', {
  ...from('2026-03-16', '2026-03-27'),
  planned_start: '2026-03-12',
  planned_finish: '2026-03-25',
});
const begun = { ...ahead, uuid: 'begun', state: 'in_progress' as const, start_date: '2026-03-02', start: '2026-03-03' };
const bare = node('bare', from('2026-03-16', '2026-03-27'));
const done = { ...ahead, uuid: 'done', state: 'done' as const };
const saved = plan({ epics: [ahead, begun, bare, done], milestones: [launch] });

const moved = (uuid: string, grip: Grip, days: number, trial: Trial | null = null) => {
  const found = moverOf(saved, trial, { kind: 'epic', uuid, grip })?.(days);
  return found?.kind === 'epic' ? [found.dates.start_date, found.dates.target_date] : null;
};

describe('an epic that has not started', () => {
  test('takes both ends of its bar along', () => {
    expect(moved('ahead', 'bar', 3)).toEqual(['2026-03-19', '2026-03-30']);
    expect(moved('bare', 'bar', -1)).toEqual(['2026-03-15', '2026-03-26']);
  });
  test('has ends of the plan that move alone and stop at each other', () => {
    expect(moved('ahead', 'start', 2)).toEqual(['2026-03-14', null]);
    expect(moved('ahead', 'target', -2)).toEqual([null, '2026-03-23']);
    const both = moverOf(saved, null, { kind: 'epic', uuid: 'ahead', grip: 'bar' })?.(0) ?? null;
    expect(moved('ahead', 'start', 99, both)).toEqual(['2026-03-27', '2026-03-27']);
    expect(moved('ahead', 'target', -99, both)).toEqual(['2026-03-16', '2026-03-16']);
  });
  test('moves on from what is tried already', () => {
    const first = moverOf(saved, null, { kind: 'epic', uuid: 'ahead', grip: 'bar' })?.(1) ?? null;
    expect(moved('ahead', 'bar', 1, first)).toEqual(['2026-03-18', '2026-03-29']);
    expect(moved('bare', 'bar', 1, first)).toEqual(['2026-03-17', '2026-03-28']);
  });
});

test('an epic in progress keeps its start, and only its target moves', () => {
  expect(moved('begun', 'bar', 5)).toEqual(['2026-03-02', '2026-04-01']);
});

test('what is done, unknown or a super-epic does not move', () => {
  expect(moved('done', 'bar', 1)).toBeNull();
  expect(moved('nobody', 'bar', 1)).toBeNull();
  expect([ahead, begun, done, node('g', { kind: 'super_epic' })].map(isMovable)).toEqual([true, true, false, false]);
});

test('a milestone moves alone, and a move can be undone', () => {
  const trial = moverOf(saved, null, { kind: 'milestone', uuid: 'launch' })?.(7) as Trial;
  expect(trial).toMatchObject({ date: '2026-05-08', milestone: launch });
  expect(moverOf(saved, trial, { kind: 'milestone', uuid: 'launch' })?.(1)).toMatchObject({ date: '2026-05-09' });
  expect(backOf(trial)).toMatchObject({ date: '2026-05-01' });
  expect(backOf({ kind: 'epic', node: begun, dates: { start_date: null, target_date: null } })).toMatchObject({
    dates: { start_date: '2026-03-02', target_date: null },
  });
  expect(withMilestone(saved, launch, '2026-05-08').milestones).toEqual([{ ...launch, date: '2026-05-08' }]);
});

test('a preview lists the epics whose bars move', () => {
  const later = { ...bare, ...from('2026-03-20', '2026-03-31') };
  const after = {
    ...saved,
    epics: [ahead, begun, later, { ...done, start: null, finish: null, planned_finish: null }],
  };
  expect(shiftsOf(saved, saved)).toEqual([]);
  expect(shiftsOf(saved, after)).toEqual([
    {
      uuid: 'bare',
      title: 'bare',
      from: { from: '2026-03-16', to: '2026-03-27' },
      to: { from: '2026-03-20', to: '2026-03-31' },
    },
    { uuid: 'done', title: 'ahead', from: { from: '2026-03-16', to: '2026-03-27' }, to: null },
  ]);
});

test('the plan shows the dates that are tried at once', () => {
  const tried = withDates(ahead, { start_date: '2026-03-18', target_date: null });
  expect(plannedOf(tried)).toEqual({ from: '2026-03-18', to: '2026-03-25' });
});

test('arrow keys move by a day, Page up and down by a week, and with Shift or Ctrl only one end moves', () => {
  const key = (name: string, more: object = {}) =>
    keyMove({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });
  expect(key('ArrowRight')).toEqual({ grip: 'bar', days: 1 });
  expect(key('ArrowLeft', { shiftKey: true })).toEqual({ grip: 'target', days: -1 });
  expect(key('PageDown', { ctrlKey: true })).toEqual({ grip: 'start', days: 7 });
  expect(key('PageUp', { metaKey: true })).toEqual({ grip: 'start', days: -7 });
  for (const other of [key('ArrowUp'), key('ArrowLeft', { altKey: true })]) expect(other).toBeNull();
  expect(key('ArrowLeft', { shiftKey: true, ctrlKey: true })).toBeNull();
});
