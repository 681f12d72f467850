// Feeds live changes in the open project to the query cache and to the pages that show them.

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { cardsKey } from './cards';
import { financeKey } from './finance';
import { frameKey } from './frame';
import { listen } from './live';
import { membersKey } from './members';
import { projectsKey } from './projects';
import { roadmapKey } from './roadmap';
import { chartKey, velocityKey } from './sprints';
import { statusesKey } from './statuses';
import { tagsKey } from './tags';
import { ticketKey } from './tickets';
import { typesKey } from './ticketTypes';
import { timeKey } from './time';
import type { Frame, LiveChange, LiveNews } from './types.gen';

type Listener = (event: LiveNews) => void;
interface Live {
  listeners: Set<Listener>;
  lost: boolean;
}

const LiveContext = createContext<Live>({ listeners: new Set(), lost: false });

export function LiveProvider(props: {
  project: string;
  revision: number;
  onGone: (code: string) => void;
  children: ReactNode;
}) {
  const { project } = props;
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const listeners = useMemo(() => new Set<Listener>(), []);
  const start = useEffectEvent(() => props.revision);
  const onGone = useEffectEvent(props.onGone);
  useEffect(
    () =>
      listen(project, start(), {
        onChange: (event) => {
          void invalidate(client, project, event);
          for (const listener of listeners) listener(event);
        },
        onReload: () => void client.invalidateQueries(),
        onGone: (code) => onGone(code),
        onLost: setLost,
      }),
    [project, client, listeners],
  );
  const live = useMemo(() => ({ listeners, lost }), [listeners, lost]);
  return <LiveContext value={live}>{props.children}</LiveContext>;
}

/** Calls back when anyone changes something in the open project. */
export function useLiveChanges(callback: Listener): void {
  const { listeners } = useContext(LiveContext);
  const stable = useEffectEvent(callback);
  useEffect(() => {
    const listener: Listener = (event) => stable(event);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listeners]);
}

/** Whether the live connection is down. */
export const useConnectionLost = (): boolean => useContext(LiveContext).lost;

/**
 * Invalidates the data that an event affects, unless it was fetched after the event. What is being fetched may be older than the event. It
 * is not interrupted, since during a series of events it would never arrive, but fetched once more if it turns out to be older.
 */
export async function invalidate(client: QueryClient, project: string, event: LiveNews): Promise<void> {
  const isOld = (query: Query) => ((query.state.data as Partial<Frame> | undefined)?.revision ?? 0) < event.revision;
  const refetch = async (queryKey: Key) => {
    const fetching = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
    const isStillOld = (query: Query) => fetching.includes(query) && isOld(query);
    await client.invalidateQueries({ queryKey, predicate: isOld }, { cancelRefetch: false });
    await client.invalidateQueries({ queryKey, predicate: isStillOld }, { cancelRefetch: false });
  };
  await Promise.all(affectedKeys(project, event).map(refetch));
}

type Key = readonly unknown[];

/** The prefixes of the query keys that a change invalidates. */
export function affectedKeys(project: string, event: LiveNews): Key[] {
  const keys = new Map<string, Key>();
  for (const change of event.changes) {
    for (const key of keysOf(project, change)) keys.set(JSON.stringify(key), key);
  }
  return [...keys.values()];
}

function keysOf(project: string, { noun, uuid, ticket }: LiveChange): Key[] {
  const own = ticket ? ticketKey(ticket) : ['ticket'];
  const frame = frameKey(project);
  const cards = cardsKey(project);
  const finance = financeKey(project);
  const plan = roadmapKey(project);
  switch (noun) {
    case 'ticket':
      return [cards, frame, finance, plan, ticketKey(uuid), chartKey(project), velocityKey(project), projectsKey];
    case 'subtask':
    case 'comment':
      return [cards, own];
    case 'attachment':
      return [own];
    case 'time_entry':
      return [own, finance, plan, timeKey, projectsKey];
    case 'epic':
    case 'super-epic':
      return [frame, finance, plan, cards, ['ticket']];
    case 'sprint':
      return [frame, finance, plan, cards, chartKey(project), velocityKey(project), projectsKey];
    case 'member':
    case 'rate':
      return [frame, finance, plan, membersKey(project), projectsKey];
    case 'tag':
      return [frame, plan, tagsKey(project)];
    case 'status':
      return [frame, finance, plan, statusesKey(project), cards, ['ticket'], projectsKey];
    case 'link': // the forecast includes the end of the roadmap
      return [plan, finance];
    case 'milestone':
      return [plan];
    case 'commentary':
      return [finance];
    case 'type':
      return [frame, typesKey(project)];
    case 'project': // this includes who can see rates, and the key with which the keys of tickets begin
      return [frame, finance, plan, membersKey(project), projectsKey, cards, ['ticket']];
    case 'user':
      return [frame, finance, plan, membersKey(project), projectsKey];
    default:
      return [frame, cards];
  }
}
