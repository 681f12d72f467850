// Optimistic ticket changes. Pending changes are applied on top of the server's data: they show immediately, survive unrelated
// refetches, and disappear if the server refuses them.

import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNotify } from '../ui/notify';
import { unsentIn } from '../unsent';
import { type CardPages, changed, loadedCards } from './cardPages';
import { type CardFilter, cardsKey, changeMany, type FilterContext, matchesFilter, undoMoves } from './cards';
import { frameKey } from './frame';
import { type Destination, movingTo } from './rank';
import { withMoves, withTicketChanges } from './ticketDrawing';
import {
  createTicket,
  deleteTicket,
  restoreTicket,
  saveTicket,
  type TicketInput,
  ticketKey,
  ticketQuery,
} from './tickets';
import { nextUndo, popUndo, tell } from './ticketUndo';
import type { Card, Frame, MoveBody, Ticket } from './types.gen';
import { readAgain, saveUnlessChanged } from './versions';

/** The message shown on success; with `back`, or after a delete, it offers undo. */
interface Notice {
  said?: string;
}
/** Callbacks for the caller, so that typed text is not lost when the server refuses a change. */
export interface Outcome {
  /** The name of the draft that is saved. */
  draft?: string;
  onSaved?: () => void;
  onLost?: () => void;
}
export interface SaveChange extends Notice, Outcome {
  kind: 'save';
  uuid: string;
  patch: TicketInput;
  /** Makes the patch again from the ticket as the server has it, so that a list keeps what somebody else has added to it meanwhile. */
  edit?: (now: Ticket) => TicketInput;
  /** The fields that the patch replaces. If somebody else has changed them meanwhile, nothing is saved. */
  over?: Partial<Ticket>;
  /** Fields to show meanwhile that the patch does not contain, such as dependency titles. */
  shown?: Partial<Ticket>;
  /** The patch that undoes this one. */
  back?: TicketInput;
}
export interface MoveChange extends Notice {
  kind: 'move';
  uuid: string;
  to: Destination;
  /** If the ticket also changes its status: the new one, and the one that undo gives back. */
  status?: { to: string; back: string };
}
/** Undoes moves. */
export interface BackChange extends Notice {
  kind: 'back';
  moves: MoveBody[];
}
/** Undoes a change that is pending when this one is sent, unless the server refuses it. */
export interface UndoChange extends Notice {
  kind: 'undo';
  of: TicketChange;
}
interface DeleteChange extends Notice {
  kind: 'delete';
  uuid: string;
}
export interface RestoreChange extends Notice {
  kind: 'restore';
  uuid: string;
}
export interface CreateChange extends Notice {
  kind: 'create';
  /** Identifies the card until the server assigns a uuid. */
  temp: string;
  body: TicketInput & { title: string };
  /** The message to show when the new ticket does not match the current filter. */
  hidden?: { filter: CardFilter; said: string };
  /** Called when the ticket could not be added, so that its text can be restored. */
  onLost?: () => void;
}
export type TicketChange =
  | SaveChange
  | MoveChange
  | BackChange
  | UndoChange
  | DeleteChange
  | RestoreChange
  | CreateChange;

const changesKey = (project: string) => ['ticket changes', project] as const;

export interface TicketChanges {
  save: (change: Omit<SaveChange, 'kind'>) => void;
  /** Moves a ticket in the project's order. */
  move: (change: Omit<MoveChange, 'kind'>) => void;
  remove: (uuid: string, said: string) => void;
  create: (body: CreateChange['body'], more?: Pick<CreateChange, 'hidden' | 'onLost'>) => void;
  /** Undoes the last undoable change; false if there is none. */
  undo: (said: string) => boolean;
}

let made = 0;

/** A temporary id. Pages served over plain HTTP have no crypto.randomUUID. */
const temporaryId = () => {
  made += 1;
  return `new ${made}`;
};

/** Sends changes to a project's tickets one at a time, in the order in which they were made. */
export function useTicketChanges(project: string): TicketChanges {
  const client = useQueryClient();
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationKey: changesKey(project),
    scope: { id: `tickets ${project}` },
    mutationFn: (change: TicketChange) => send(client, project, change),
    onSuccess: (sent, change) => {
      if (sent === null) return;
      const { ticket: result, moves } = sent;
      if (moves) cacheMoves(client, project, moves);
      if (change.kind === 'delete') cacheTicket(client, project, change.uuid, null);
      else if (result !== null) cacheTicket(client, project, result.uuid, result, isAddition(change));
      if (change.kind === 'save') change.onSaved?.();
      if (
        change.kind === 'create' &&
        change.hidden &&
        result &&
        !shows(client, project, result, change.hidden.filter)
      ) {
        notify.done(change.hidden.said);
      }
      tell(client, project, notify, change, sent, (next) => mutate(next));
    },
    onError: (error, change) => {
      if (unsentIn(error)) return;
      notify.failed(error);
      if (change.kind === 'create' || change.kind === 'save') change.onLost?.();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: cardsKey(project) }),
  });
  return useMemo(
    () => ({
      save: (change) => mutate({ kind: 'save', ...change }),
      move: (change) => mutate({ kind: 'move', ...change }),
      remove: (uuid, said) => mutate({ kind: 'delete', uuid, said }),
      create: (body, more) => mutate({ kind: 'create', temp: temporaryId(), body, ...more }),
      undo: (said) => {
        const next = nextUndo(client, project, pendingChanges(client, project));
        if (next !== undefined) mutate({ ...next, said });
        return next !== undefined;
      },
    }),
    [client, project, mutate],
  );
}

const isAddition = ({ kind }: TicketChange) => kind === 'create' || kind === 'restore';

/** What the server has made of a change: the ticket, or where tickets are now and how to put them back. */
export interface Sent {
  ticket: Ticket | null;
  moves?: MoveBody[];
}

/** Sends a change; null if there was nothing to do. */
async function send(client: QueryClient, project: string, change: TicketChange): Promise<Sent | null> {
  switch (change.kind) {
    case 'save':
      return { ticket: await sendSave(client, change) };
    case 'move':
      return { ticket: null, moves: await sendMove(project, change) };
    case 'back':
      await undoMoves(project, change.moves);
      return { ticket: null, moves: change.moves.map((move) => ({ ...move, rank: move.was })) };
    case 'undo': {
      const back = popUndo(client, project, change.of);
      return back === undefined ? null : send(client, project, back);
    }
    case 'delete':
      return deleteTicket(change.uuid).then(() => ({ ticket: null }));
    case 'restore':
      return { ticket: await restoreTicket(change.uuid) };
    case 'create':
      return { ticket: await createTicket(project, change.body) };
  }
}

function sendSave(client: QueryClient, change: SaveChange): Promise<Ticket> {
  if (change.edit === undefined && change.over === undefined) return saveTicket(change.uuid, change.patch);
  return saveOver(client, change.uuid, change.edit ?? (() => change.patch), change.over ?? {});
}

async function sendMove(project: string, { uuid, to, status }: MoveChange): Promise<MoveBody[]> {
  const set = status && { status: status.to };
  const { moves } = await changeMany(project, { tickets: [uuid], ...movingTo(to), set });
  return moves.map((move) => ({ ...move, ...set }));
}

/** Saves what an edit makes of the ticket as it is now, unless the fields that it replaces are no longer the same. */
export async function saveOver(
  client: QueryClient,
  uuid: string,
  edit: (now: Ticket) => TicketInput,
  over: Partial<Ticket>,
): Promise<Ticket> {
  const read = () => readAgain(client, ticketQuery(uuid));
  return saveUnlessChanged({
    // A read may be waiting for the connection, and then waits for this change too. What is known may be old: the server says so.
    known: client.getQueryData<Ticket>(ticketQuery(uuid).queryKey) ?? (await read()),
    over,
    edit,
    send: (change, version) => saveTicket(uuid, change, version),
    read,
  });
}

/** Writes a ticket as the server returned it to the cache; null stands for a deleted ticket. A new one counts in totals. */
export function cacheTicket(
  client: QueryClient,
  project: string,
  uuid: string,
  ticket: Ticket | null,
  isNew = false,
): void {
  const { queryKey } = ticketQuery(uuid);
  if (ticket === null) client.removeQueries({ queryKey: ticketKey(uuid) });
  else {
    const reading = client.getQueryState(queryKey)?.fetchStatus === 'fetching';
    client.setQueryData(queryKey, ticket);
    // A read that began before the change may end after it and would bring back the old ticket: read again instead.
    if (reading) void client.refetchQueries({ queryKey, exact: true });
    void client.invalidateQueries({ queryKey: [...ticketKey(uuid), 'history'] });
  }
  const world = filterContext(client.getQueryData<Frame>(frameKey(project)));
  const changes = new Map([[uuid, ticket && cardOf(ticket)]]);
  for (const [key, board] of client.getQueriesData<CardPages>({ queryKey: cardsKey(project) })) {
    if (board !== undefined) client.setQueryData(key, merged(board, key.at(-1) as CardFilter, changes, world, isNew));
  }
}

/** Writes the ranks and fields that moves have given to tickets to the cache. */
function cacheMoves(client: QueryClient, project: string, moves: readonly MoveBody[]): void {
  const world = filterContext(client.getQueryData<Frame>(frameKey(project)));
  for (const [key, board] of client.getQueriesData<CardPages>({ queryKey: cardsKey(project) })) {
    if (board === undefined) continue;
    const cards = withMoves(loadedCards(board), moves).filter((card) => moves.some(({ uuid }) => uuid === card.uuid));
    const changes = new Map(cards.map((card) => [card.uuid, card]));
    client.setQueryData(key, merged(board, key.at(-1) as CardFilter, changes, world, false));
  }
  for (const { uuid } of moves) void client.invalidateQueries({ queryKey: ticketKey(uuid) });
}

const shows = (client: QueryClient, project: string, ticket: Ticket, filter: CardFilter) =>
  matchesFilter(ticket, filter, filterContext(client.getQueryData<Frame>(frameKey(project))));

/** A list after changes. A loaded card stays until the list is loaded again, even if it no longer matches. */
function merged(
  board: CardPages,
  filter: CardFilter,
  changes: ReadonlyMap<string, Card | null>,
  world: FilterContext,
  isNew: boolean,
): CardPages {
  const loaded = new Set(loadedCards(board).map((card) => card.uuid));
  const fits = (card: Card) => loaded.has(card.uuid) || matchesFilter(card, filter, world);
  return changed(board, filter.by, changes, fits, isNew);
}

/** The project data that filters need. */
export function filterContext(frame: Frame | undefined): FilterContext {
  const active = frame?.sprints.filter((sprint) => sprint.status === 'active') ?? [];
  const done = frame?.statuses.filter((status) => status.is_done) ?? [];
  return {
    me: frame?.me ?? 0,
    active: new Set(active.map((sprint) => sprint.uuid)),
    done: new Set(done.map((status) => status.key)),
  };
}

function cardOf(ticket: Ticket): Card {
  const {
    start_date,
    description,
    acceptance_criteria,
    dependencies,
    dependents,
    subtasks,
    project_uuid,
    created_at,
    version,
    ...card
  } = ticket;
  return card;
}

/** A ticket as the reader left it, including changes that the page has not drawn yet. */
export function currentTicket(client: QueryClient, ticket: Ticket): Ticket {
  const { uuid, project_uuid } = ticket;
  const changes = pendingChanges(client, project_uuid);
  return withTicketChanges(client.getQueryData(ticketQuery(uuid).queryKey) ?? ticket, changes);
}

/** Like usePendingChanges, but includes changes that the page has not drawn yet. */
export const pendingChanges = (client: QueryClient, project: string): TicketChange[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: changesKey(project), status: 'pending' })
    .map((mutation) => mutation.state.variables as TicketChange);

/** Changes that the server has not responded to yet, in order. */
export const usePendingChanges = (project: string): TicketChange[] =>
  useMutationState({
    filters: { mutationKey: changesKey(project), status: 'pending' },
    select: (mutation) => mutation.state.variables as TicketChange,
  });
