import { expect, test } from 'vitest';
import type { PlanGrid, UserInfo, UserPatchBody } from '../../api/types.gen';
import { changed, consequences, draftOf } from './consequence';

const grid: PlanGrid = { api_from: 'pro', since: '2026-01-01' };
const user: UserInfo = {
  id: 2,
  uuid: 'u',
  email: 'lin@example.org',
  firstname: 'Lin',
  lastname: 'Chen',
  is_admin: false,
  has_password: true,
  second_factor: false,
  plan: 'pro',
  api_access: true,
  active: true,
  signs_in: true,
  created_at: '2026-02-01T00:00:00Z',
  last_seen_at: null,
  subscribed_at: '2026-02-01',
  early: false,
  grandfathered: false,
  keys: 3,
};

const texts = (of: Partial<UserInfo>, draft: Partial<UserPatchBody>, self = false) => {
  const now = { ...user, ...of };
  return consequences(now, { ...draftOf(now), ...draft }, grid, self).map(({ text }) => text);
};

test('nothing changed has no consequence', () => {
  expect(texts({}, {})).toEqual([]);
  expect(changed(user, draftOf(user))).toEqual({});
});

test('a lower plan closes the API, and its keys are refused', () => {
  expect(texts({}, { plan: 'free' })).toEqual(['apiCloses', 'keysRefused']);
  expect(texts({ keys: 0 }, { plan: 'free' })).toEqual(['apiCloses']);
  expect(texts({}, { plan: 'business' })).toEqual([]);
});

test('an account that began before the grid keeps the API whatever its plan', () => {
  expect(texts({}, { plan: 'free', subscribed_at: '2025-12-31' })).toEqual(['apiKeptStill']);
  expect(texts({ plan: 'free', api_access: false }, { subscribed_at: '2025-12-31' })).toEqual(['apiKept']);
  expect(texts({ plan: 'free', api_access: false }, { subscribed_at: '2026-01-01' })).toEqual([]);
  const kept = { plan: 'free', grandfathered: true, early: true, subscribed_at: '2025-06-01' } as const;
  expect(texts(kept, { subscribed_at: '2026-06-01' })).toEqual(['apiCloses', 'keysRefused']);
  expect(texts(kept, { plan: 'pro' })).toEqual([]);
});

test('a higher plan opens it', () => {
  expect(texts({ plan: 'free', api_access: false }, { plan: 'pro' })).toEqual(['apiOpens']);
});

test('who is shut out and who administers is told, and differently to oneself', () => {
  expect(texts({}, { active: false })).toEqual(['shutOut']);
  expect(texts({}, { active: false, plan: 'free' })).toEqual(['shutOut']);
  expect(texts({ active: false }, { active: true })).toEqual(['letIn']);
  expect(texts({}, { is_admin: true })).toEqual(['adminBegins']);
  expect(texts({ is_admin: true }, { is_admin: false, active: false }, true)).toEqual(['shutSelf', 'adminEndsSelf']);
});

test('only what differs is sent', () => {
  expect(changed(user, { ...draftOf(user), plan: 'free', active: false })).toEqual({ plan: 'free', active: false });
});
