import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ticketQuery } from '../../api/tickets';
import { weekQuery } from '../../api/time';
import type { Week } from '../../api/types.gen';
import { emptyWeek, newWeek, renderText, ticket } from './testing';
import { useWeekChanges, type WeekChanges } from './useWeekChanges';
import { findEntry } from './week';

interface Call {
  line: string;
  body: unknown;
  answer: () => void;
}

/** Records requests, and answers them on demand. */
function serverOf(): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body?: string }) => {
    return new Promise<Response>((resolve) => {
      const answer = () => resolve(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
      calls.push({ line: `${method} ${url}`, body: body && JSON.parse(body), answer });
    });
  });
  return calls;
}

function changesOf(client: QueryClient, week: Week): WeekChanges {
  const got: WeekChanges[] = [];
  function Probe() {
    got.push(useWeekChanges(week));
    return null;
  }
  renderText(client, <Probe />);
  const [changes] = got;
  if (changes === undefined) throw new Error('nothing was drawn');
  return changes;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an entry of the week on the screen is changed, whatever week is being read meanwhile', async () => {
  const client = new QueryClient();
  const calls = serverOf();
  const shown = newWeek();
  const next = emptyWeek(newWeek('2026-11-16'));
  const theirs = { ...newWeek(), user: { user_id: 2, name: 'Bo' } };
  client.setQueryData(weekQuery().queryKey, shown);
  client.setQueryData(weekQuery('2026-11-16').queryKey, next);
  client.setQueryData(weekQuery(undefined, '2').queryKey, theirs);
  const changes = changesOf(client, shown);
  changes.save('a', { duration_minutes: 45, logged_at: '2026-11-17' });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    line: 'PUT /dash/time/entries/a',
    body: { duration_minutes: 45, logged_at: '2026-11-17' },
  });
  const week = (day?: string, user?: string) => client.getQueryData<Week>(weekQuery(day, user).queryKey);
  expect(week()?.totals).toEqual([30, 0, 0, 0, 0, 0, 20]);
  expect(week('2026-11-16')?.totals).toEqual([0, 45, 0, 0, 0, 0, 20]);
  expect(findEntry(week(undefined, '2') ?? shown, 'a')).toMatchObject({ minutes: 60, day: '2026-11-09' });
  changes.remove('b');
  await vi.waitFor(() => expect(calls[1]?.line).toBe('DELETE /dash/time/entries/b'));
});

test('what changes nothing is not sent, and a move sends the ticket alone', async () => {
  const client = new QueryClient();
  const calls = serverOf();
  const changes = changesOf(client, newWeek());
  changes.save('a', {});
  changes.save('a', {}, ticket('t2', 'Two'));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ ticket_uuid: 't2' });
});

test('each of several changes refreshes its ticket, and the weeks wait for the last', async () => {
  const client = new QueryClient();
  const calls = serverOf();
  const week = newWeek();
  client.setQueryData(weekQuery().queryKey, week);
  const keys = ['t1', 't2'].map((uuid) => ticketQuery(uuid).queryKey);
  for (const key of keys) client.setQueryData<unknown>(key, {});
  const changes = changesOf(client, week);
  changes.log({ ticket: ticket('t1', 'One'), day: '2026-11-10', minutes: 10 });
  changes.log({ ticket: ticket('t2', 'Two'), day: '2026-11-10', minutes: 20 });
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  const stale = () =>
    [...keys, weekQuery().queryKey].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated ?? false);
  calls[0]?.answer();
  await vi.waitFor(() => expect(stale()).toEqual([true, false, false]));
  calls[1]?.answer();
  await vi.waitFor(() => expect(stale()).toEqual([true, true, true]));
});
