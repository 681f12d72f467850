import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cardsQuery } from './cards';
import { financeKey } from './finance';
import { frameKey } from './frame';
import { listen, retryDelay } from './live';
import { roadmapKey } from './roadmap';
import { ticketKey } from './tickets';
import { affectedKeys, invalidate } from './useLive';

class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
  say(revision: number) {
    const data = JSON.stringify({
      revision,
      changes: [{ noun: 'ticket', uuid: 't', what: 'updated', by: 1, ticket: null }],
    });
    this.dispatchEvent(Object.assign(new Event('change'), { data }));
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });
const last = () => FakeSource.all.at(-1) as FakeSource;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  page.hidden = false;
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const heard: number[] = [];
  const onGone = vi.fn();
  const onReload = vi.fn();
  const stop = listen('p', 7, { onChange: (event) => heard.push(event.revision), onReload, onGone });
  return { heard, onGone, onReload, stop };
}

test('after a lost connection the stream goes on from the last revision heard', () => {
  const { heard, stop } = follow();
  expect(last().url).toBe('/dash/projects/p/events?after=7');
  last().say(8);
  last().say(9);
  last().onerror?.();
  expect(FakeSource.all).toHaveLength(1);
  vi.advanceTimersByTime(retryDelay(1));
  expect(last().url).toBe('/dash/projects/p/events?after=9');
  last().say(9);
  last().say(10);
  expect(heard).toEqual([8, 9, 10]);
  stop();
  expect(last().closed).toBe(true);
});

test('who is too far behind reads everything anew, also when the database went back', () => {
  const { heard, onReload, stop } = follow();
  last().dispatchEvent(Object.assign(new Event('reload'), { data: '{"revision":3,"changes":[]}' }));
  expect(onReload).toHaveBeenCalledOnce();
  last().say(4);
  expect(heard).toEqual([4]);
  last().onerror?.();
  vi.advanceTimersByTime(retryDelay(1));
  expect(last().url).toBe('/dash/projects/p/events?after=4');
  stop();
});

test('each failure waits longer, up to half a minute, and a success starts over', () => {
  const { stop } = follow();
  for (let n = 1; n <= 3; n++) {
    last().onerror?.();
    vi.advanceTimersByTime(retryDelay(n) - 1);
    expect(FakeSource.all).toHaveLength(n);
    vi.advanceTimersByTime(1);
    expect(FakeSource.all).toHaveLength(n + 1);
  }
  last().onopen?.();
  last().onerror?.();
  vi.advanceTimersByTime(retryDelay(1));
  expect(FakeSource.all).toHaveLength(5);
  expect(retryDelay(50)).toBe(30_000);
  stop();
});

test('a connection that comes back at once is not told as lost', () => {
  const lost: boolean[] = [];
  const stop = listen('p', 7, {
    onChange: () => {},
    onReload: () => {},
    onGone: () => {},
    onLost: (now) => lost.push(now),
  });
  last().onerror?.();
  vi.advanceTimersByTime(retryDelay(1));
  expect(lost).toEqual([]);
  last().onerror?.();
  vi.advanceTimersByTime(retryDelay(2));
  last().onopen?.();
  expect(lost).toEqual([true, false]);
  stop();
});

test('a hidden tab holds no connection and catches up when it is seen', () => {
  const { heard, stop } = follow();
  last().say(8);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(last().closed).toBe(true);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(last().url).toBe('/dash/projects/p/events?after=8');
  expect(heard).toEqual([8]);
  stop();
});

test('when access ends the stream ends for good', () => {
  const { onGone } = follow();
  last().dispatchEvent(Object.assign(new Event('gone'), { data: '{"code":"forbidden"}' }));
  vi.advanceTimersByTime(60_000);
  expect(onGone).toHaveBeenCalledOnce();
  expect(FakeSource.all).toHaveLength(1);
});

test('an event makes old what it touches and leaves alone what was read after it', async () => {
  const client = new QueryClient();
  const event = { revision: 9, changes: [{ noun: 'ticket', uuid: 't', what: 'updated', by: 1, ticket: null }] };
  const old = cardsQuery('p', { by: 'status', sprint: ['active'] }).queryKey;
  const newer = cardsQuery('p', { by: 'status' }).queryKey;
  client.setQueryData(old as readonly unknown[], { revision: 8 });
  client.setQueryData(newer as readonly unknown[], { revision: 9 });
  client.setQueryData(frameKey('other'), { revision: 1 });
  invalidate(client, 'p', event);
  expect(client.getQueryState(old)?.isInvalidated).toBe(true);
  expect(client.getQueryState(newer)?.isInvalidated).toBe(false);
  expect(client.getQueryState(frameKey('other'))?.isInvalidated).toBe(false);
  expect(affectedKeys('p', { ...event, changes: [...event.changes, ...event.changes] })).toEqual(
    affectedKeys('p', event),
  );
});

test('a series of events does not interrupt a read, and is followed by a single one', async () => {
  const client = new QueryClient();
  const { queryKey } = cardsQuery('p', { by: 'status' });
  const answers: ((revision: number) => void)[] = [];
  const queryFn = () => new Promise((resolve) => answers.push((revision) => resolve({ revision })));
  const read = { queryKey: queryKey as readonly unknown[], queryFn, staleTime: Number.POSITIVE_INFINITY };
  client.setQueryData(read.queryKey, { revision: 1 });
  const stop = new QueryObserver(client, read).subscribe(() => {});
  const changes = [{ noun: 'ticket', uuid: 't', what: 'updated', by: 1, ticket: null }];
  const news = [2, 3, 4].map((revision) => invalidate(client, 'p', { revision, changes }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toHaveLength(1);
  answers[0]?.(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryData(read.queryKey)).toEqual({ revision: 2 });
  expect(answers).toHaveLength(2);
  answers[1]?.(4);
  await Promise.all(news);
  expect(client.getQueryData(read.queryKey)).toEqual({ revision: 4 });
  expect(answers).toHaveLength(2);
  stop();
});

test('a link makes the forecast old, which tells the length of the roadmap', () => {
  const keys = affectedKeys('p', {
    revision: 9,
    changes: [{ noun: 'link', uuid: 'l', what: 'created', by: 1, ticket: null }],
  });
  expect(keys).toEqual([roadmapKey('p'), financeKey('p')]);
});

test('a file reloads its ticket, but no cards', () => {
  const changes = [{ noun: 'attachment', uuid: 'a', what: 'created', by: 1, ticket: 't' }];
  expect(affectedKeys('p', { revision: 9, changes })).toEqual([ticketKey('t')]);
});
