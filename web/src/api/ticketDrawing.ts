// What cards and tickets look like with changes that the server has not answered yet.

import { lastRank, ranksFor } from './rank';
import type { CreateChange, MoveChange, SaveChange, TicketChange } from './ticketChanges';
import type { Card, MoveBody, Ticket } from './types.gen';

/** Applies changes to cards; an unaffected card stays the same object. */
export function withChanges(cards: Card[], changes: TicketChange[]): Card[] {
  let drawn = cards;
  for (const change of changes) {
    if (change.kind === 'save') {
      drawn = drawn.map((card) => (card.uuid === change.uuid ? patched(card, change) : card));
    }
    if (change.kind === 'move') drawn = withMove(drawn, change);
    if (change.kind === 'back')
      drawn = withMoves(
        drawn,
        change.moves.map((move) => ({ ...move, rank: move.was })),
      );
    if (change.kind === 'delete') drawn = drawn.filter((card) => card.uuid !== change.uuid);
    if (change.kind === 'create') drawn = [...drawn, newCard(change)];
  }
  return drawn;
}

/** Shows a card at the place that it is moved to. */
function withMove(cards: Card[], { uuid, to, status }: MoveChange): Card[] {
  const card = cards.find((one) => one.uuid === uuid);
  if (card === undefined) return cards;
  const rank = ranksFor(cards, [card], to).get(uuid) ?? card.rank;
  return cards.map((one) => (one === card ? { ...card, rank, status: status?.to ?? card.status } : one));
}

/** Shows cards where moves have put them. */
export function withMoves(cards: Card[], moves: readonly MoveBody[]): Card[] {
  const places = new Map(moves.map((move) => [move.uuid, move]));
  return cards.map((card) => {
    const move = places.get(card.uuid);
    return move ? { ...card, rank: move.rank, status: move.status ?? card.status } : card;
  });
}

/** Applies changes to a ticket. */
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
    due_date: body.due_date ?? null,
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
