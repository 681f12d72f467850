import { expect, test } from 'vitest';
import { changedFields } from '../../changedFields';
import { addDays } from '../../days';
import { isDay } from '../../search';
import { backOf } from './patch';
import { readLine, unpicked } from './quick';
import { newWeek, ticket } from './testing';
import { localDay, readTimer, rounded } from './timer';
import { matchingTickets } from './useTicketChoices';
import { findEntry, rightsOf, rowSum, rowsOf, weekNumber, weekSum, withChange } from './week';

test('days are counted over the ends of months and years, and weeks as ISO does', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30'); // clocks change
  expect(['2026-01-05', '2025-12-29', '2026-11-09', '2020-12-28', '2027-01-04'].map(weekNumber)).toEqual([
    2, 1, 46, 53, 1,
  ]);
  expect(['2026-02-28', '2026-02-30', 'x', '2026-1-1'].map(isDay)).toEqual([true, false, false, false]);
});

test('a change moves an entry, its sums, and what is missing', () => {
  const week = newWeek();
  const changed = withChange(week, { uuid: 'a', ticket: ticket('t1', 'One'), day: '2026-11-10', minutes: 45 });
  expect(changed.totals).toEqual([30, 45, 0, 0, 0, 0, 20]);
  expect(changed.missing).toEqual(['2026-11-11']);
  expect(findEntry(changed, 'a')).toMatchObject({ minutes: 45, comment: 'x', day: '2026-11-10' });
  expect(week.totals[0]).toBe(90); // the original is unchanged
  expect(week.rows[0]?.entries[0]).toHaveLength(2);
});

test('a new entry makes its row, and the last one that goes takes it along', () => {
  const other = ticket('t2', 'Two');
  const grown = withChange(newWeek(), { uuid: 'new', ticket: other, day: '2026-11-13', minutes: 10, comment: null });
  expect(grown.rows.map(rowSum)).toEqual([90, 10]);
  expect(weekSum(grown)).toBe(120);
  const shrunk = withChange(grown, { uuid: 'new', ticket: other, day: '2026-11-13', minutes: null });
  expect(shrunk.rows).toHaveLength(1);
});

test('an entry that moves out of the week leaves it', () => {
  const gone = withChange(newWeek(), { uuid: 'a', ticket: ticket('t1', 'One'), day: '2026-11-16', minutes: 60 });
  expect(gone.totals[0]).toBe(30);
  expect(findEntry(gone, 'a')).toBeUndefined();
});

test('the totals of a week that is cut count what its rows do not tell, also after a change', () => {
  const cut = { ...newWeek(), more: true, totals: [500, 45, 0, 0, 0, 0, 20] };
  const changed = withChange(cut, { uuid: 'a', ticket: ticket('t1', 'One'), day: '2026-11-09', minutes: 75 });
  expect(changed.totals).toEqual([515, 45, 0, 0, 0, 0, 20]);
  expect(
    withChange(changed, { uuid: 'a', ticket: ticket('t1', 'One'), day: '2026-11-10', minutes: 75 }).totals,
  ).toEqual([440, 120, 0, 0, 0, 0, 20]);
});

test('a viewer may not change time, an owner may change that of others, and nobody logs on a deleted ticket', () => {
  const one = ticket('t1', 'One');
  const week = (mine: boolean, write: boolean, manage: boolean) => ({
    mine,
    projects: [{ uuid: 'P', name: 'P', color: '#000000', write, manage }],
  });
  expect(rightsOf(week(true, true, false), one)).toEqual({ mayLog: true, mayChange: true });
  expect(rightsOf(week(true, false, false), one)).toEqual({ mayLog: false, mayChange: false });
  expect(rightsOf(week(false, true, true), one)).toEqual({ mayLog: false, mayChange: true });
  expect(rightsOf(week(false, true, false), one)).toEqual({ mayLog: false, mayChange: false });
  expect(rightsOf(week(true, true, false), { ...one, deleted: true })).toEqual({ mayLog: false, mayChange: true });
  expect(rightsOf(week(true, true, true), ticket('t2', 'Two', 'left'))).toEqual({ mayLog: false, mayChange: false });
});

test('once the ticket is picked with its minutes, all that is typed is words', () => {
  const one = ticket('t1', 'One');
  expect(readLine('3 tickets reviewed', { ticket: one, minutes: 120 })).toEqual({
    minutes: 120,
    rest: '3 tickets reviewed',
  });
  expect(readLine('', { ticket: one, minutes: 120 })).toEqual({ minutes: 120, rest: '' });
  expect(readLine('2h 3 tickets', { ticket: one, minutes: undefined })).toEqual({ minutes: 120, rest: '3 tickets' });
  expect(readLine('2h one', null)).toEqual({ minutes: 120, rest: 'one' });
  expect(unpicked('words', { ticket: one, minutes: 90 })).toBe('1h30 words');
  expect(unpicked('words', { ticket: one, minutes: undefined })).toBe('words');
});

test('a change sends what differs from the start, and its undo the same fields', () => {
  const start = { duration_minutes: 60, comment: null, logged_at: '2026-11-09' };
  expect(changedFields(start, { ...start, duration_minutes: 45 })).toEqual({ duration_minutes: 45 });
  expect(changedFields({ ...start, comment: 'x' }, start)).toEqual({ comment: null });
  expect(changedFields(start, { ...start })).toEqual({});
  expect(backOf({ duration_minutes: 45 }, { ...start, comment: 'x' })).toEqual({ duration_minutes: 60 });
});

test('rows are in the order of readers, then what has no time yet, each ticket once', () => {
  const week = newWeek();
  const again = [ticket('t3', 'Three'), ticket('t1', 'One'), ticket('t3', 'Three')];
  const order = rowsOf(week, again, (a, b) => a.localeCompare(b)).map((row) => row.ticket.uuid);
  expect(order).toEqual(['t1', 't3']);
});

test('a timer is read only if it is one, and rounded to what is asked', () => {
  expect(readTimer('{"ticket":"t","since":5}')).toEqual({ ticket: 't', since: 5 });
  for (const text of [null, '', 'x', '{}', '{"ticket":1,"since":5}', '{"ticket":"t","since":"5"}', 'null'])
    expect(readTimer(text)).toBeNull();
  expect([67, 1, 8, 7].map((minutes) => rounded(minutes, 15))).toEqual([60, 15, 15, 15]);
  expect([0, 67].map((minutes) => rounded(minutes, 1))).toEqual([1, 67]);
  expect(localDay(new Date(2026, 10, 9, 23, 59).getTime())).toBe('2026-11-09');
});

test('tickets that fit are offered once, those of late first, and only where time may be logged', () => {
  const home = (uuid: string, write: boolean) => ({ uuid, name: uuid, color: '#000000', write, manage: false });
  const projects = [home('P', true), home('Q', false), home('R', true)];
  const recent = [ticket('t1', 'Login page'), ticket('t2', 'Other')];
  const found = [
    { uuid: 't3', key: 'X-1', title: 'Old login', project_uuid: 'R' },
    { uuid: 't1', key: 'X-2', title: 'Login page', project_uuid: 'P' },
    { uuid: 't4', key: 'X-3', title: 'Login elsewhere', project_uuid: 'Q' },
    { uuid: 't5', key: 'X-4', title: 'Login of strangers', project_uuid: 'X' },
  ];
  const offered = (typed: string, project: string | null) =>
    matchingTickets(typed, recent, found, projects, project).map((one) => one.uuid);
  expect(offered(' LOGIN', null)).toEqual(['t1', 't3']);
  expect(offered('login', 'R')).toEqual(['t3']);
  expect(offered('', 'P')).toEqual(['t1', 't2']);
});
