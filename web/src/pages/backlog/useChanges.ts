import { type QueryClient, useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CardPages } from '../../api/cardPages';
import { type CardFilter, cardsKey, changeMany, undoMoves } from '../../api/cards';
import { frameKey } from '../../api/frame';
import { type Destination, movingTo, ranksFor } from '../../api/rank';
import { velocityKey } from '../../api/sprints';
import { saveOver } from '../../api/ticketChanges';
import { restoreTicket, ticketKey } from '../../api/tickets';
import type { Card, Frame, Move } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import {
  applyChange,
  type CardList,
  type Change,
  movesBack,
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
  /** If this only waits for its turn to undo another operation: that one. */
  undoes?: Operation;
}

/** An operation that the server has accepted, and what undoes it. */
interface Undoable {
  of: Operation;
  undo: () => void;
}

export interface Changes {
  change: (cards: readonly Card[], change: Change, message?: string) => void;
  /** Moves cards, which are in the project's order, among all those that are loaded. */
  move: (cards: readonly Card[], to: Destination, all: readonly Card[], set?: Change['set'], message?: string) => void;
  rename: (card: Card, title: string) => void;
  remove: (cards: readonly Card[], message: string) => void;
  /** Undoes the last change that has not been undone yet, if any. */
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
export const pendingOperations = (client: QueryClient, project: string): Operation[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: changesKey(project), status: 'pending' })
    .map((mutation) => mutation.state.variables as Operation);

/** Runs operations optimistically; rolls back and notifies if the server refuses. */
function useOperations(project: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const done = useRef<Undoable[]>([]);
  const work = useMutation({
    mutationKey: changesKey(project),
    scope: { id: `tickets ${project}` }, // one at a time, so that the last move wins
    mutationFn: (task: Operation) => task.send(task.sent),
    onMutate: async (task) => {
      await client.cancelQueries({ queryKey: cardsKey(project) });
      return applyOptimistically(client, project, task.cards, task.to);
    },
    onSuccess: (_answer, task) => {
      const { cards, back, message, undoes } = task;
      // Lists that were read again while this was being sent may lack it; they would show the cards as they were until they are read once more.
      applyToLists(client, project, cards, task.to);
      if (undoes) done.current.find(({ of }) => of === undoes)?.undo();
      const undo = back && offer(task, () => back(cards));
      if (message) notify.done(message, undo);
    },
    onError: (error, task, before) => {
      before?.();
      const { cards, sent, back, again, partly } = task;
      const accepted = new Set(sent);
      const rest = cards.filter((card) => !accepted.has(card));
      const undo = again ? () => again(rest) : back && sent.length > 0 ? () => back(sent) : undefined;
      const title = sent.length > 0 ? t(partly, { count: sent.length, total: cards.length }) : undefined;
      notify.failed(error, title, undo && offer(task, undo));
    },
    onSettled: (_answer, _error, task) => refetchWhenIdle(client, project, task.cards),
  });
  /** Makes this the operation that is undone next; it can be undone once. */
  const offer = (of: Operation, undo: () => void) => {
    const once = () => {
      done.current = done.current.filter((one) => one.of !== of);
      undo();
    };
    done.current = [...done.current, { of, undo: once }].slice(-deepest);
    return once;
  };
  const run = (task: Omit<Operation, 'sent'>) => work.mutate({ ...task, sent: [] });
  return {
    run,
    // The operation that was made last may be on its way: then this waits, and does nothing if the server refuses it.
    undo: () => {
      const pending = pendingOperations(client, project);
      const undone = pending.map(({ undoes }) => undoes);
      const last = pending.findLast((one) => one.back !== undefined && !undone.includes(one));
      if (last === undefined) done.current.at(-1)?.undo();
      else run({ ...nothing, undoes: last });
    },
  };
}

const deepest = 20;
const nothing = {
  cards: [],
  to: (card: Card) => card,
  send: async () => undefined,
  partly: 'backlog.partlyChanged',
} as const;

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
  const move: Changes['move'] = (cards, to, all, fields, message) => {
    const ranks = ranksFor(all, cards, to);
    const made: Move[][] = [];
    const send = async (tickets: string[]) => {
      const { moves } = await changeMany(project, { tickets, set: fields, ...movingTo(to) });
      made.unshift(moves);
      for (const { uuid, rank } of moves) ranks.set(uuid, rank); // from now on, the server's are shown
    };
    const isReversed = to === 'top' || (typeof to !== 'string' && to.after_uuid !== undefined);
    run({
      cards,
      to: (card) => ({ ...card, ...fields, rank: ranks.get(card.uuid) ?? card.rank }),
      send: (sent) => sendParts(cards, sent, send, isReversed),
      message,
      partly: 'backlog.partlyChanged',
      back: (moved) => moveBack(moved, made, fields),
    });
  };
  /** Undoes moves; the parts in which they were sent are undone one by one, the last first. */
  const moveBack = (cards: readonly Card[], made: readonly Move[][], fields: Change['set']) => {
    const parts = made.map((moves) => movesBack(moves, cards, fields));
    const old = new Map(parts.flat().map(({ uuid, was, sprint_uuid }) => [uuid, { rank: was, sprint_uuid }]));
    run({
      cards,
      to: (card) => {
        const { rank = card.rank, sprint_uuid = card.sprint_uuid } = old.get(card.uuid) ?? {};
        return { ...card, rank, sprint_uuid };
      },
      send: async (sent) => {
        for (const moves of parts) {
          await undoMoves(project, moves);
          sent.push(...cards.filter((card) => moves.some(({ uuid }) => uuid === card.uuid)));
        }
      },
      partly: 'backlog.partlyUndone',
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
  return { change, move, rename, remove, undo };
}

/** Applies a change to every cached list and to the frame. The returned function reverts it. */
function applyOptimistically(
  client: QueryClient,
  project: string,
  cards: readonly Card[],
  to: Operation['to'],
): () => void {
  const frame = client.getQueryData<Frame>(frameKey(project));
  const revertLists = applyToLists(client, project, cards, to);
  if (frame)
    client.setQueryData(
      frameKey(project),
      updateFrame(
        frame,
        cards.map((card) => [card, to(card)] as const),
      ),
    );
  return () => {
    revertLists();
    if (frame) client.setQueryData(frameKey(project), frame);
  };
}

/** Applies a change to every cached list; one that has it already stays as it is. The returned function reverts it. */
function applyToLists(client: QueryClient, project: string, cards: readonly Card[], to: Operation['to']): () => void {
  const frame = client.getQueryData<Frame>(frameKey(project));
  const entries = client.getQueriesData<CardPages>({ queryKey: cardsKey(project) });
  const known = entries.filter((entry): entry is [(typeof entry)[0], CardPages] => entry[1] !== undefined);
  const lists = known.map(([key, data]): CardList => [key.at(-1) as CardFilter, data]);
  const active = (frame?.sprints ?? []).filter((sprint) => sprint.status === 'active').map((sprint) => sprint.uuid);
  const after = updateLists(lists, new Set(cards.map((card) => card.uuid)), to, active);
  known.forEach(([key], n) => {
    client.setQueryData(key, after[n]?.[1]);
  });
  return () => {
    for (const [key, data] of known) client.setQueryData(key, data);
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
