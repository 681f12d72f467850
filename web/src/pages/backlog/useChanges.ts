import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CardPages } from '../../api/cardPages';
import { type CardFilter, cardsKey, changeMany } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { velocityKey } from '../../api/sprints';
import { restoreTicket, saveTicket, ticketKey } from '../../api/tickets';
import type { Card, Frame } from '../../api/types.gen';
import { useNotify } from '../../ui/notify';
import { applyChange, type CardList, type Change, undoCalls, updateFrame, updateLists } from './change';

/** Maximum number of tickets in one call. */
const maxTickets = 500;

interface Operation {
  /** The cards before the change. */
  cards: readonly Card[];
  /** The card after the change; null if it is deleted. */
  to: (card: Card) => Card | null;
  send: () => Promise<unknown>;
  message?: string;
  back?: () => void;
}

export interface Changes {
  change: (cards: readonly Card[], change: Change, message?: string) => void;
  rename: (card: Card, title: string) => void;
  remove: (cards: readonly Card[], message: string) => void;
  /** Undoes the last change, if any. */
  undo: () => void;
}

const changesKey = (project: string) => ['change cards', project] as const;

/** Whether the server has not yet responded to a change. */
export const useIsChanging = (project: string): boolean => useIsMutating({ mutationKey: changesKey(project) }) > 0;

/** Changes cards optimistically; rolls back and notifies if the server refuses. */
export function useChanges(project: string): Changes {
  const client = useQueryClient();
  const notify = useNotify();
  const last = useRef<(() => void) | null>(null);
  const work = useMutation({
    mutationKey: changesKey(project),
    mutationFn: (task: Operation) => task.send(),
    onMutate: async (task) => {
      await client.cancelQueries({ queryKey: cardsKey(project) });
      return applyOptimistically(client, project, task.cards, task.to);
    },
    onSuccess: (_answer, task) => {
      const back = task.back;
      last.current = back ?? null;
      if (task.message) notify.done(task.message, back && (() => once(back)));
    },
    onError: (error, _task, before) => {
      before?.();
      notify.failed(error);
    },
    onSettled: (_answer, _error, task) => refetchWhenIdle(client, project, task.cards),
  });
  const once = (back: () => void) => {
    if (last.current === back) last.current = null;
    back();
  };
  const change = (cards: readonly Card[], what: Change, message?: string, back = true) => {
    const undo = () => {
      for (const group of undoCalls(cards, what)) change(group.tickets, group.change, undefined, false);
    };
    work.mutate({
      cards,
      to: (card) => applyChange(card, what),
      send: () => inParts(cards, (tickets) => changeMany(project, { tickets, ...what })),
      message,
      back: back ? undo : undefined,
    });
  };
  const rename = (card: Card, title: string, back = true) =>
    work.mutate({
      cards: [card],
      to: (one) => ({ ...one, title }),
      send: () => saveTicket(card.uuid, { title }),
      back: back ? () => rename({ ...card, title }, card.title, false) : undefined,
    });
  const remove = (cards: readonly Card[], message: string) =>
    work.mutate({
      cards,
      to: () => null,
      send: () => inParts(cards, (tickets) => changeMany(project, { tickets, delete: true })),
      message,
      back: () => work.mutate({ cards: [], to: (card) => card, send: () => restoreAll(cards) }),
    });
  return { change, rename, remove, undo: () => last.current && once(last.current) };
}

async function inParts(cards: readonly Card[], send: (tickets: string[]) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < cards.length; n += maxTickets)
    await send(cards.slice(n, n + maxTickets).map((card) => card.uuid));
}

async function restoreAll(cards: readonly Card[]): Promise<void> {
  for (const card of cards) await restoreTicket(card.uuid);
}

/** Applies a change to every cached list. The returned function reverts it. */
function applyOptimistically(
  client: QueryClient,
  project: string,
  cards: readonly Card[],
  to: Operation['to'],
): () => void {
  const frame = client.getQueryData<Frame>(frameKey(project));
  const entries = client.getQueriesData<CardPages>({ queryKey: cardsKey(project) });
  const known = entries.filter((entry): entry is [(typeof entry)[0], CardPages] => entry[1] !== undefined);
  const lists = known.map(([key, data]): CardList => [key.at(-1) as CardFilter, data]);
  const active = (frame?.sprints ?? []).filter((sprint) => sprint.status === 'active').map((sprint) => sprint.uuid);
  const after = updateLists(lists, new Set(cards.map((card) => card.uuid)), to, active);
  known.forEach(([key], n) => {
    client.setQueryData(key, after[n]?.[1]);
  });
  if (frame)
    client.setQueryData(
      frameKey(project),
      updateFrame(
        frame,
        cards.map((card) => [card, to(card)] as const),
      ),
    );
  return () => {
    for (const [key, data] of known) client.setQueryData(key, data);
    if (frame) client.setQueryData(frameKey(project), frame);
  };
}

/** Refetches the changed data once no other change is in flight. */
function refetchWhenIdle(client: QueryClient, project: string, cards: readonly Card[]): void {
  if (client.isMutating({ mutationKey: changesKey(project) }) > 1) return;
  for (const queryKey of [cardsKey(project), frameKey(project), velocityKey(project)]) {
    void client.invalidateQueries({ queryKey });
  }
  for (const card of cards.slice(0, 50)) void client.invalidateQueries({ queryKey: ticketKey(card.uuid) });
}
