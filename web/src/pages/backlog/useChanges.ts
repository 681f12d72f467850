import { type QueryClient, useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CardPages } from '../../api/cardPages';
import { type CardFilter, cardsKey, changeMany } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { type Place, ranksAt, ranksAtEnd } from '../../api/rank';
import { velocityKey } from '../../api/sprints';
import { cacheTicket, saveOver } from '../../api/ticketChanges';
import { restoreTicket, saveTicket, ticketKey } from '../../api/tickets';
import type { Card, Frame, RankEnd } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import {
  applyChange,
  type CardList,
  type Change,
  type Move,
  movesBack,
  movesTo,
  type Pending,
  sendEach,
  sendParts,
  undoCalls,
  updateFrame,
  updateLists,
} from './change';

interface Operation extends Pending {
  /** Sends the change, and adds cards to `sent` as the server accepts them. */
  send: (sent: Card[]) => Promise<unknown>;
  sent: Card[];
  message?: string;
  /** The message if the server has accepted the change for some of the cards only. */
  partly: 'backlog.partlyChanged' | 'backlog.partlyDeleted' | 'backlog.partlyUndone';
  /** Undoes the change to cards. */
  back?: (cards: readonly Card[]) => void;
  /** If this is an undo: undoes the change to cards for which that has failed. */
  again?: (cards: readonly Card[]) => void;
}

export interface Changes {
  change: (cards: readonly Card[], change: Change, message?: string) => void;
  /** Moves cards to a place among all those that are loaded. */
  place: (cards: readonly Card[], place: Place, all: readonly Card[], set: Change['set'], message?: string) => void;
  toEnd: (cards: readonly Card[], end: RankEnd, all: readonly Card[], message: string) => void;
  rename: (card: Card, title: string) => void;
  remove: (cards: readonly Card[], message: string) => void;
  /** Undoes the last change, if any. */
  undo: () => void;
}

const changesKey = (project: string) => ['change cards', project] as const;

/** Whether the server has not yet responded to a change. */
export const useIsChanging = (project: string): boolean => useIsMutating({ mutationKey: changesKey(project) }) > 0;

/** Changes that the server has not responded to yet. */
export const usePendingOperations = (project: string): Pending[] =>
  useMutationState({
    filters: { mutationKey: changesKey(project), status: 'pending' },
    select: (mutation) => mutation.state.variables as Operation,
  });

/** Like usePendingOperations, but includes changes that the page has not drawn yet. */
export const pendingOperations = (client: QueryClient, project: string): Pending[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: changesKey(project), status: 'pending' })
    .map((mutation) => mutation.state.variables as Operation);

/** Runs operations optimistically; rolls back and notifies if the server refuses. */
function useOperations(project: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const last = useRef<(() => void) | null>(null);
  const work = useMutation({
    mutationKey: changesKey(project),
    scope: { id: `tickets ${project}` }, // one at a time, so that the last move wins
    mutationFn: (task: Operation) => task.send(task.sent),
    onMutate: async (task) => {
      await client.cancelQueries({ queryKey: cardsKey(project) });
      return applyOptimistically(client, project, task.cards, task.to);
    },
    onSuccess: (_answer, { cards, back, message }) => {
      const undo = back && offer(() => back(cards));
      if (message) notify.done(message, undo);
    },
    onError: (error, task, before) => {
      before?.();
      const { cards, sent, back, again, partly } = task;
      const accepted = new Set(sent);
      const rest = cards.filter((card) => !accepted.has(card));
      const undo = again ? () => again(rest) : back && sent.length > 0 ? () => back(sent) : undefined;
      const title = sent.length > 0 ? t(partly, { count: sent.length, total: cards.length }) : undefined;
      notify.failed(error, title, undo && offer(undo));
    },
    onSettled: (_answer, _error, task) => refetchWhenIdle(client, project, task.cards),
  });
  /** Makes this the change that is undone next; it can be undone once. */
  const offer = (undo: () => void) => {
    const once = () => {
      if (last.current === once) last.current = null;
      undo();
    };
    last.current = once;
    return once;
  };
  return {
    run: (task: Omit<Operation, 'sent'>) => work.mutate({ ...task, sent: [] }),
    undo: () => last.current?.(),
  };
}

/** The changes that the page can make to cards. */
export function useChanges(project: string): Changes {
  const client = useQueryClient();
  const { run, undo } = useOperations(project);
  const set = (cards: readonly Card[], what: Change) => ({
    cards,
    to: (card: Card) => applyChange(card, what),
    send: (sent: Card[]) => sendParts(cards, sent, (tickets) => changeMany(project, { tickets, ...what })),
  });
  const change = (cards: readonly Card[], what: Change, message?: string) =>
    run({
      ...set(cards, what),
      message,
      partly: 'backlog.partlyChanged',
      back: (changed) => {
        for (const group of undoCalls(changed, what)) undoChange(group.tickets, group.change);
      },
    });
  const undoChange = (cards: readonly Card[], what: Change) =>
    run({ ...set(cards, what), partly: 'backlog.partlyUndone', again: (rest) => undoChange(rest, what) });
  const send = (moves: readonly Move[]) => (sent: Card[]) => {
    const patches = new Map(moves.map(({ card, set, place }) => [card, { ...set, ...place }]));
    return sendEach([...patches.keys()], sent, async (card) => {
      const ticket = await saveTicket(card.uuid, patches.get(card) ?? {});
      cacheTicket(client, project, card.uuid, ticket);
    });
  };
  const place: Changes['place'] = (cards, to, all, fields, message) => {
    const ranks = ranksAt(all, cards, to);
    run({
      cards,
      to: (card) => ({ ...card, ...fields, rank: ranks.get(card.uuid) ?? card.rank }),
      send: send(movesTo(cards, to, fields)),
      message,
      partly: 'backlog.partlyChanged',
      back: (moved) => placeBack(moved, all, fields),
    });
  };
  const placeBack = (cards: readonly Card[], all: readonly Card[], fields: Change['set']) => {
    const moves = movesBack(cards, all, fields);
    const old = new Map(moves.map(({ card, set }) => [card.uuid, { ...set, rank: card.rank }]));
    run({
      cards,
      to: (card) => ({ ...card, ...old.get(card.uuid) }),
      send: send(moves),
      partly: 'backlog.partlyUndone',
      again: (rest) => placeBack(rest, all, fields),
    });
  };
  const toEnd: Changes['toEnd'] = (cards, end, all, message) => {
    const ranks = ranksAtEnd(all, cards, end);
    run({
      cards,
      to: (card) => ({ ...card, rank: ranks.get(card.uuid) ?? card.rank }),
      send: (sent) => sendParts(cards, sent, (tickets) => changeMany(project, { tickets, place: end }), end),
      message,
      partly: 'backlog.partlyChanged',
      back: (moved) => placeBack(moved, all, {}),
    });
  };
  const rename = (card: Card, title: string, back = true) =>
    run({
      cards: [card],
      to: (one) => ({ ...one, title }),
      send: () => saveOver(client, card.uuid, () => ({ title }), { title: card.title }),
      partly: 'backlog.partlyChanged',
      back: back ? () => rename({ ...card, title }, card.title, false) : undefined,
    });
  const remove = (cards: readonly Card[], message: string) =>
    run({
      cards,
      to: () => null,
      send: (sent) => sendParts(cards, sent, (tickets) => changeMany(project, { tickets, delete: true })),
      message,
      partly: 'backlog.partlyDeleted',
      back: restore,
    });
  const restore = (cards: readonly Card[]) =>
    run({
      cards,
      to: (card) => card,
      send: (sent) => sendEach(cards, sent, (card) => restoreTicket(card.uuid)),
      partly: 'backlog.partlyUndone',
      again: restore,
    });
  return { change, place, toEnd, rename, remove, undo };
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
