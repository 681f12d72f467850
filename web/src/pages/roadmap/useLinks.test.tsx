import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { financeKey } from '../../api/finance';
import { roadmapKey } from '../../api/roadmap';
import type { PlanNode } from '../../api/types.gen';
import { renderText } from '../time/testing';
import { type Links, useLinks } from './useLinks';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a new link makes the roadmap and the forecast old', async () => {
  const answer = () => new Response('{}', { headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const client = new QueryClient();
  const keys = [
    [...roadmapKey('p'), 'x'],
    [...financeKey('p'), 'what-if'],
  ];
  for (const key of keys) client.setQueryData(key, {});
  const node = (uuid: string) => [uuid, { uuid, kind: 'epic', title: uuid } as unknown as PlanNode] as const;
  const got: Links[] = [];
  function Probe() {
    got.push(useLinks('p', new Map([node('a'), node('b')])));
    return null;
  }
  renderText(client, <Probe />);
  await got[0]?.join('a', 'b');
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
