import { expect, test } from 'vitest';
import type { LogChange } from '../../api/types.gen';
import en from '../../i18n/en';
import { newFormat } from '../../i18n/format';
import fr from '../../i18n/fr';
import { newTranslate } from '../../i18n/translate';
import { describeChange, nounText } from './describe';
import { validateSearch } from './search';

const change: LogChange = {
  id: 1,
  at: '2026-03-10T09:00:00Z',
  user: { id: 1, name: 'Ada' },
  key_name: null,
  project: null,
  noun: 'ticket',
  uuid: 'u',
  name: 'Login',
  what: 'status',
  from: 'todo',
  to: 'done',
  hidden: false,
};
const t = newTranslate('en', en);
const say = (part: Partial<LogChange>) => describeChange(t, newFormat('en'), { ...change, ...part });

test('a change is told in the words of the pages', () => {
  expect(say({})).toBe('Status: To do → Done');
  expect(say({ to: 'waiting_for_customer' })).toBe('Status: To do → waiting_for_customer');
  expect(say({ what: 'story_points', from: 3, to: 5.5 })).toBe('Points: 3 → 5.5');
  expect(say({ what: 'sprint', from: null, to: 'Sprint 4' })).toBe('Sprint: nothing → Sprint 4');
  expect(say({ what: 'tags', from: [], to: ['ui', 'api'] })).toBe('Tags: nothing → ui and api');
  expect(say({ noun: 'account', what: 'active', from: true, to: false })).toBe('Active: yes → no');
  expect(say({ noun: 'account', what: 'plan', from: 'pro', to: 'free' })).toBe('Plan: Pro → Free');
  expect(say({ noun: 'account', what: 'subscribed_at', from: '2026-03-10 09:00:00', to: '2025-01-02 00:00:00' })).toBe(
    'Subscription start: 10 Mar 2026 → 2 Jan 2025',
  );
  expect(say({ what: 'workdays', from: ['1'], to: ['1', '2'] })).toBe('Working days: Monday → Monday and Tuesday');
  expect(say({ what: 'holidays', from: [], to: ['2026-05-01'] })).toBe('Holidays: nothing → 1 May 2026');
  expect(describeChange(newTranslate('fr', fr), newFormat('fr'), change)).toBe('Statut\u00a0: À faire → Terminé');
});

test('what happened to a thing as a whole, what is hidden and what is unknown has words too', () => {
  expect(say({ what: 'created', from: null, to: null })).toBe('Created');
  expect(say({ noun: 'account', what: 'password', from: null, to: null })).toBe('New password set');
  expect(say({ noun: 'account', what: 'second_factor', from: true, to: false })).toBe('Second factor: yes → no');
  expect(say({ noun: 'backup', what: 'partly downloaded', from: null, to: null })).toBe(
    'Partly downloaded; the download was interrupted',
  );
  expect(say({ noun: 'key', what: 'rotated', from: 'ern_a', to: 'ern_b' })).toBe('Rotated: ern_a → ern_b');
  expect(say({ noun: 'session', what: 'created', from: null, to: '192.0.2.1' })).toBe('Signed in from 192.0.2.1');
  expect(say({ noun: 'rate', what: 'rates', from: null, to: null, hidden: true })).toBe(
    'Daily rates changed (hidden here)',
  );
  expect(say({ what: 'mystery', from: 'a', to: 'b' })).toBe('mystery: a → b');
  expect(nounText(t, 'super-epic')).toBe('Super-epic');
  expect(nounText(t, 'unicorn')).toBe('unicorn');
});

test('time is told in hours, also when it was logged or deleted', () => {
  const time = (what: string, from: number | null, to: number | null) =>
    say({ noun: 'time_entry', what, from, to }).replace(/\s/gu, ' ');
  expect(time('created', null, 90)).toBe('Logged: 1 h 30');
  expect(time('deleted', 480, null)).toBe('Deleted: 8 h');
  expect(time('restored', null, 45)).toBe('Restored: 45 min');
  expect(time('duration_minutes', 45, 90)).toBe('Duration: 45 min → 1 h 30');
  expect(time('deleted', null, null)).toBe('Deleted');
});

test('a commitment is told as its tickets and points', () => {
  const told = (from: unknown, to: unknown) => say({ noun: 'sprint', what: 'commitment', from, to });
  expect(told(null, { tickets: 12, points: 34.5 })).toBe('Commitment: nothing → 12 tickets, 34.5 points');
  expect(told({ tickets: 1, points: 1 }, null)).toBe('Commitment: 1 ticket, 1 point → nothing');
});

test('what people wrote is told as it is', () => {
  const said = say({ noun: 'key', what: 'rotated', from: '$& {to}', to: "$' $$" });
  expect(said).toBe("Rotated: $& {to} → $' $$");
});

test('an address keeps what can be asked for', () => {
  expect(validateSearch({ noun: 'ticket', from: '2026-02-30x', to: '2026-03-10', other: 'x' })).toEqual({
    project: undefined,
    user: undefined,
    noun: 'ticket',
    from: undefined,
    to: '2026-03-10',
  });
});
