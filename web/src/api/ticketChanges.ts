// Optimistic ticket changes. Pending changes are applied on top of the server's data: they show immediately, survive unrelated
// refetches, and disappear if the server refuses them.

import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { replacedFields } from '../changedFields';
import { type Notify, useNotify } from '../ui/notify';
import { unsentIn } from '../unsent';
import { type CardPages, changed, loadedCards } from './cardPages';
import { type CardFilter, cardsKey, changeMany, type FilterContext, matchesFilter } from './cards';
import { frameKey } from './frame';
import { lastRank, ranksAt, ranksAtEnd } from './rank';
import {
  createTicket,
  deleteTicket,
  readTicket,
  restoreTicket,
  saveTicket,
  type TicketInput,
  ticketKey,
  ticketQuery,
} from './tickets';
import type { Card, Frame, RankEnd, Ticket } from './types.gen';
import { readAgain, saveUnlessChanged } from './versions';

/** The message shown on success; with `back`, or after a delete, it offers undo. */
interface Notice {
  said?: string;
}
/** Callbacks for the caller, so that typed text is not lost when the server refuses a change. */
export interface Outcome {
  onSaved?: () => void;
  onLost?: () => void;
}
interface SaveChange extends Notice, Outcome {
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
interface EndChange extends Notice {
  kind: 'end';
  uuid: string;
  end: RankEnd;
  /** The patch that undoes this change. */
  back: TicketInput;
}
interface DeleteChange extends Notice {
  kind: 'delete';
  uuid: string;
}
interface RestoreChange extends Notice {
  kind: 'restore';
  uuid: string;
}
interface CreateChange extends Notice {
  kind: 'create';
  /** Identifies the card until the server assigns a uuid. */
  temp: string;
  body: TicketInput & { title: string };
  /** The message to show when the new ticket does not match the current filter. */
  hidden?: { filter: CardFilter; said: string };
  /** Called when the ticket could not be added, so that its text can be restored. */
  onLost?: () => void;
}
export type TicketChange = SaveChange | EndChange | DeleteChange | RestoreChange | CreateChange;

const changesKey = (project: string) => ['ticket changes', project] as const;
const undoKey = (project: string) => ['undo', project] as const;

export interface TicketChanges {
  save: (change: Omit<SaveChange, 'kind'>) => void;
  /** Moves a ticket to an end of the project's order. */
  toEnd: (change: Omit<EndChange, 'kind'>) => void;
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
    onSuccess: (result, change) => {
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
      tell(client, project, notify, change, result, (next) => mutate(next));
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
      toEnd: (change) => mutate({ kind: 'end', ...change }),
      remove: (uuid, said) => mutate({ kind: 'delete', uuid, said }),
      create: (body, more) => mutate({ kind: 'create', temp: temporaryId(), body, ...more }),
      undo: (said) => {
        const last = popUndo(client, project);
        if (last !== undefined) mutate({ ...last, said });
        return last !== undefined;
      },
    }),
    [client, project, mutate],
  );
}

const isAddition = ({ kind }: TicketChange) => kind === 'create' || kind === 'restore';

function send(client: QueryClient, project: string, change: TicketChange): Promise<Ticket | null> {
  switch (change.kind) {
    case 'save':
      if (change.edit === undefined && change.over === undefined) return saveTicket(change.uuid, change.patch);
      return saveOver(client, change.uuid, change.edit ?? (() => change.patch), change.over ?? {});
    case 'end':
      return changeMany(project, { tickets: [change.uuid], place: change.end }).then(() => readTicket(change.uuid));
    case 'delete':
      return deleteTicket(change.uuid).then(() => null);
    case 'restore':
      return restoreTicket(change.uuid);
    case 'create':
      return createTicket(project, change.body);
  }
}

/** Saves what an edit makes of the ticket as it is now, unless the fields that it replaces are no longer the same. */
export async function saveOver(
  client: QueryClient,
  uuid: string,
  edit: (now: Ticket) => TicketInput,
  over: Partial<Ticket>,
): Promise<Ticket> {
  return saveUnlessChanged({
    known: await client.fetchQuery({ ...ticketQuery(uuid), staleTime: Number.POSITIVE_INFINITY }),
    over,
    edit,
    send: (change, version) => saveTicket(uuid, change, version),
    read: () => readAgain(client, ticketQuery(uuid)),
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

type Reverse = SaveChange | RestoreChange;
const deepest = 20;

function tell(
  client: QueryClient,
  project: string,
  notify: Notify,
  change: TicketChange,
  result: Ticket | null,
  run: (change: TicketChange) => void,
): void {
  const back = reverse(change, result);
  if (back !== undefined) {
    client.setQueryData<Reverse[]>(undoKey(project), (old = []) => [...old, back].slice(-deepest));
  }
  if (change.said === undefined) return;
  notify.done(change.said, back && (() => popUndo(client, project, back) && run(back)));
}

/** The change that undoes another one, given the ticket that this one has made. A text that somebody else has replaced since is not undone. */
export function reverse(change: TicketChange, made: Ticket | null): Reverse | undefined {
  if (change.kind === 'delete') return { kind: 'restore', uuid: change.uuid };
  if ((change.kind !== 'save' && change.kind !== 'end') || change.back === undefined) return undefined;
  const isText = change.kind === 'save' && change.over !== undefined && made !== null;
  const over = isText ? replacedFields(made, change.back) : undefined;
  return { kind: 'save', uuid: change.uuid, patch: change.back, over };
}

/** Removes a change from the undo stack, by default the last. */
function popUndo(client: QueryClient, project: string, which?: Reverse): Reverse | undefined {
  const list = client.getQueryData<Reverse[]>(undoKey(project)) ?? [];
  const taken = which === undefined ? list.at(-1) : list.find((one) => one === which);
  if (taken !== undefined) {
    client.setQueryData(
      undoKey(project),
      list.filter((one) => one !== taken),
    );
  }
  return taken;
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

/** Applies changes to cards; an unaffected card stays the same object. */
export function withChanges(cards: Card[], changes: TicketChange[]): Card[] {
  let drawn = cards;
  for (const change of changes) {
    if (change.kind === 'save' || change.kind === 'end') drawn = withMove(drawn, change);
    if (change.kind === 'delete') drawn = drawn.filter((card) => card.uuid !== change.uuid);
    if (change.kind === 'create') drawn = [...drawn, newCard(change)];
  }
  return drawn;
}

/** Applies a change to its card, which may get another rank. */
function withMove(cards: Card[], change: SaveChange | EndChange): Card[] {
  const at = cards.findIndex((card) => card.uuid === change.uuid);
  const card = cards[at];
  if (card === undefined) return cards;
  const ranks = change.kind === 'end' ? ranksAtEnd(cards, [card], change.end) : ranksAt(cards, [card], change.patch);
  const after = change.kind === 'end' ? card : patched(card, change);
  return cards.with(at, { ...after, rank: ranks.get(card.uuid) ?? card.rank });
}

export function withTicketChanges(ticket: Ticket, changes: TicketChange[]): Ticket {
  let drawn = ticket;
  for (const change of changes) {
    if (change.kind === 'save' && change.uuid === ticket.uuid) drawn = { ...patched(drawn, change), ...change.shown };
  }
  return drawn;
}

function patched<T extends Card>(card: T, change: SaveChange): T {
  const { dependencies, after_uuid, before_uuid, ...plain } = change.patch;
  return { ...card, ...plain };
}

function newCard(change: CreateChange): Card {
  const { body, temp } = change;
  return {
    uuid: temp,
    key: '',
    title: body.title,
    status: body.status ?? '',
    priority: body.priority ?? 'normale',
    story_points: body.story_points ?? 0,
    assignee_id: body.assignee_id ?? null,
    epic_uuid: body.epic_uuid ?? null,
    sprint_uuid: body.sprint_uuid ?? null,
    type_uuid: body.type_uuid ?? null,
    tags: body.tags ?? [],
    rank: lastRank,
    blocked: false,
    subtasks_total: 0,
    subtasks_done: 0,
    comments: 0,
    updated_at: '',
  };
}
