import { expect, test } from 'vitest';
import { addDays } from '../../days';
import { covers, entriesIn, isAddress } from './addresses';
import { curlOf } from './curl';
import { endOf, endsSoon, lastDay } from './expiry';
import { accessibleResources, presetOf, presets, resourcesOf, scopesOf, toggled } from './scopes';

const all = ['projects:read', 'projects:write', 'tickets:read', 'tickets:write', 'comments:read'].concat([
  'time:read',
  'time:write',
  'finance:read',
]);

test('scopes become rows of resources, and what has no write scope has none', () => {
  expect(resourcesOf(all).map(({ name }) => name)).toEqual(['projects', 'tickets', 'comments', 'time', 'finance']);
  expect(resourcesOf(all).at(-1)).toEqual({ name: 'finance', read: 'finance:read', write: null });
});

test('each preset is found again by its scopes, and any other choice is none', () => {
  for (const preset of presets) expect(presetOf(scopesOf(preset, all), all)).toBe(preset);
  expect(presetOf(['tickets:write'], all)).toBeNull();
  expect(scopesOf('read', all).some((scope) => scope.endsWith(':write'))).toBe(false);
  expect(scopesOf('report', all)).not.toContain('comments:read');
  expect(scopesOf('time', all)).toContain('time:write');
});

test('a choice is told as what it reads and what it writes', () => {
  expect(accessibleResources(scopesOf('read', all), all, 'read')).toBe('all');
  expect(accessibleResources(scopesOf('read', all), all, 'write')).toEqual([]);
  expect(accessibleResources(['time:write', 'tickets:read'], all, 'write')).toEqual(['time']);
  expect(toggled(['time:read'], ['projects:read'], true, all)).toEqual(['projects:read', 'time:read']);
  expect(toggled(['time:read'], ['time:read'], false, all)).toEqual([]);
});

test('addresses are taken as the server takes them', () => {
  for (const good of ['192.0.2.7', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:192.0.2.1'])
    expect(isAddress(good), good).toBe(true);
  for (const bad of [
    '',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4/33',
    '::1/129',
    '1.2.3.4/x',
    'example.org',
    'fe80::1%eth0',
  ])
    expect(isAddress(bad), bad).toBe(false);
  expect(entriesIn(' 1.2.3.4, ::1\n10.0.0.0/8 ')).toEqual(['1.2.3.4', '::1', '10.0.0.0/8']);
});

test('an address is covered by itself, by its range, and by an empty list', () => {
  expect(covers([], '192.0.2.7')).toBe(true);
  expect(covers(['192.0.2.0/24'], '192.0.2.7')).toBe(true);
  expect(covers(['192.0.3.0/24', '2001:db8::/32'], '192.0.2.7')).toBe(false);
  expect(covers(['2001:db8::/32'], '2001:db8:1::5')).toBe(true);
  expect(covers(['2001:db8::1'], '2001:db8::2')).toBe(false);
});

test('a key ends at the end of a day that is not past', () => {
  expect(addDays('2026-11-15', 30)).toBe('2026-12-15');
  expect(endOf('90', '', '2026-11-15')).toBe('2027-02-13');
  expect(endOf('never', '', '2026-11-15')).toBeNull();
  expect(endOf('date', '2026-11-14', '2026-11-15')).toBeUndefined();
  expect(endOf('date', '2026-11-15', '2026-11-15')).toBe('2026-11-15');
  expect(lastDay('2026-12-16T00:00:00Z')).toBe('2026-12-15');
  expect(endsSoon('2026-11-20T00:00:00Z', Date.parse('2026-11-15T00:00:00Z'))).toBe(true);
  expect(endsSoon('2026-11-10T00:00:00Z', Date.parse('2026-11-15T00:00:00Z'))).toBe(false);
});

test('the example is a call that the key may make', () => {
  const base = 'https://earnest.example.org/api/v1';
  expect(curlOf(base, 'ern_x', all, null)).toBe(`curl -H 'Authorization: Bearer ern_x' '${base}/projects'`);
  expect(curlOf(base, 'ern_x', ['time:read'], 'u-1')).toContain(`'${base}/time-entries?project=u-1'`);
  expect(curlOf(base, 'ern_x', ['time:read'], null)).toBeNull();
  expect(curlOf(base, 'ern_x', ['time:write'], 'u-1')).toBeNull();
});
