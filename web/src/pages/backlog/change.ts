// Changes to cards: how they affect the cached data, and the calls that undo them.

import { type CardPages, changed, loadedCards } from '../../api/cardPages';
import type { Bulk, CardFilter } from '../../api/cards';
import type { Card, Frame, Move, MoveBody } from '../../api/types.gen';

export type Change = Pick<Bulk, 'set' | 'add_tags' | 'remove_tags'>;

export function applyChange(card: Card, change: Change): Card {
  const without = new Set(change.remove_tags ?? []);
  const tags = [...new Set([...card.tags, ...(change.add_tags ?? [])])].filter((tag) => !without.has(tag));
  return { ...card, ...change.set, tags };
}

/** The calls that undo a change, grouping tickets that had the same values. */
export function undoCalls(cards: readonly Card[], change: Change): { tickets: Card[]; change: Change }[] {
  const groups = new Map<string, { tickets: Card[]; change: Change }>();
  for (const card of cards) {
    const back = backOfOne(card, change);
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { tickets: [], change: back };
    group.tickets.push(card);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ change }) => Object.keys(change).length > 0);
}

function backOfOne(card: Card, change: Change): Change {
  const names = Object.keys(change.set ?? {}) as (keyof NonNullable<Change['set']>)[];
  const set = Object.fromEntries(names.map((name) => [name, card[name]]));
  const added = (change.add_tags ?? []).filter((tag) => !card.tags.includes(tag));
  const removed = (change.remove_tags ?? []).filter((tag) => card.tags.includes(tag));
  return {
    ...(names.length > 0 && { set }),
    ...(added.length > 0 && { remove_tags: added }),
    ...(removed.length > 0 && { add_tags: removed }),
  };
}

/** Maximum number of tickets in one call. */
const maxTickets = 500;

/**
 * Sends cards in parts until one fails, and adds those of each part that the server accepts to `sent`. Parts that are put directly after the same
 * ticket, or on top, are sent from the last to the first.
 */
export async function sendParts(
  cards: readonly Card[],
  sent: Card[],
  send: (uuids: string[]) => Promise<unknown>,
  isReversed = false,
): Promise<void> {
  const count = Math.ceil(cards.length / maxTickets);
  const parts = Array.from({ length: count }, (_, n) => cards.slice(n * maxTickets, (n + 1) * maxTickets));
  for (const part of isReversed ? parts.reverse() : parts) {
    await send(part.map((card) => card.uuid));
    sent.push(...part);
  }
}

/**
 * The moves that undo those that the server has made of cards, which are given as they were before. If the moves set a sprint, it is set back, too; the
 * server refuses that if a card has another sprint by then.
 */
export function movesBack(moves: readonly Move[], cards: readonly Card[], set: Change['set']): MoveBody[] {
  const before = new Map(cards.map((card) => [card.uuid, card]));
  const to = set?.sprint_uuid;
  if (to === undefined) return [...moves];
  return moves.map((move) => {
    const sprint_uuid = before.get(move.uuid)?.sprint_uuid ?? null;
    return { ...move, sprint_uuid, over_sprint_uuid: to };
  });
}

/** A list as it will be after operations that the server has not responded to yet. Its totals are those of the server. */
export function withOperations(board: CardPages, operations: readonly Pending[]): CardPages {
  let { cards, kept } = board;
  for (const operation of operations) {
    const uuids = new Set(operation.cards.map((card) => card.uuid));
    const apply = (card: Card) => (uuids.has(card.uuid) ? (operation.to(card) ?? []) : card);
    [cards, kept] = [cards.flatMap(apply), kept.flatMap(apply)];
  }
  return { ...board, cards, kept };
}

export interface Pending {
  /** The cards before the change. */
  cards: readonly Card[];
  /** The card after the change; null if it is deleted. */
  to: (card: Card) => Card | null;
}

/** Sends cards one by one, and adds those that the server accepts to `sent`. It fails only once all have been tried. */
export async function sendEach(
  cards: readonly Card[],
  sent: Card[],
  send: (card: Card) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const card of cards) {
    try {
      await send(card);
      sent.push(card);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Whether a list with this filter includes the card's sprint; other filters are ignored. */
function holdsSprint(filter: CardFilter, card: Card, active: readonly string[]): boolean {
  const wanted = filter.sprint;
  if (wanted === undefined || wanted.length === 0) return true;
  if (card.sprint_uuid === null) return wanted.includes('none');
  return wanted.includes(card.sprint_uuid) || (wanted.includes('active') && active.includes(card.sprint_uuid));
}

/** A key for a filter without its sprint and done parts; cards can move between lists with the same key. */
const otherFilters = ({ sprint: _sprint, done: _done, ...rest }: CardFilter): string =>
  JSON.stringify(Object.entries(rest).sort());

export type CardList = readonly [filter: CardFilter, data: CardPages];

/** Card lists after a change: cards move from their old sprint's list to the new one. */
export function updateLists(
  lists: readonly CardList[],
  uuids: ReadonlySet<string>,
  to: (card: Card) => Card | null,
  active: readonly string[],
): CardList[] {
  const found = new Map<string, Map<string, Card | null>>();
  for (const [filter, data] of lists) {
    const cards = found.get(otherFilters(filter)) ?? new Map<string, Card | null>();
    found.set(otherFilters(filter), cards);
    for (const card of loadedCards(data)) if (uuids.has(card.uuid)) cards.set(card.uuid, to(card));
  }
  return lists.map(([filter, data]) => {
    const changes = found.get(otherFilters(filter)) ?? new Map();
    return [filter, changed(data, filter.by, changes, (card) => holdsSprint(filter, card, active))] as const;
  });
}

/** The frame with its sprint totals updated. */
export function updateFrame(frame: Frame, pairs: readonly (readonly [before: Card, after: Card | null])[]): Frame {
  const isDone = new Set(frame.statuses.filter((status) => status.is_done).map((status) => status.key));
  const sums = new Map(frame.sprints.map((sprint) => [sprint.uuid, { ...sprint }]));
  const count = (card: Card | null, sign: 1 | -1) => {
    const sprint = card?.sprint_uuid ? sums.get(card.sprint_uuid) : undefined;
    if (!card || !sprint) return;
    const [points, done] = [card.story_points, isDone.has(card.status)];
    sprint.tickets += sign;
    sprint.points += sign * points;
    if (done) sprint.done_tickets += sign;
    if (done) sprint.done_points += sign * points;
    else if (points === 0) sprint.unestimated += sign;
  };
  for (const [before, after] of pairs) {
    count(before, -1);
    count(after, 1);
  }
  return { ...frame, sprints: frame.sprints.map((sprint) => sums.get(sprint.uuid) ?? sprint) };
}
