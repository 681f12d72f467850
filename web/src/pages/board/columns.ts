// How cards are arranged on the board.

import type { CardFilter } from '../../api/cards';
import { byRank, gapAfter } from '../../api/rank';
import { type Card, type CardGroup, type FrameStatus, priorityValues } from '../../api/types.gen';

export interface ColumnOf {
  status: FrameStatus;
  /** The cards that are loaded. */
  cards: Card[];
  /** How many cards there are in all. */
  total: number;
  /** Of all cards. */
  points: number;
}

export type Order = CardFilter['order'];

const urgency = (card: Card) => priorityValues.indexOf(card.priority);

/** In the project's order. By priority, blocked cards come first, then the most urgent ones; a done ticket is never blocked. */
function sortCards(cards: Card[], done: boolean, order: Order): Card[] {
  if (order === undefined) return [...cards].sort(byRank);
  const waits = (card: Card) => (card.blocked && !done ? 0 : 1);
  return [...cards].sort((a, b) => waits(a) - waits(b) || urgency(a) - urgency(b) || byRank(a, b));
}

/** Sorts cards into columns, which are in the order of the statuses. */
export function columnsOf(statuses: FrameStatus[], cards: Card[], groups: CardGroup[], order?: Order): ColumnOf[] {
  const by = new Map<string, Card[]>(statuses.map((status) => [status.key, []]));
  for (const card of cards) by.get(card.status)?.push(card);
  return [...statuses]
    .sort((a, b) => a.sort_order - b.sort_order)
    .map((status) => {
      const { total, points } = groups.find(({ key }) => key === status.key) ?? { total: 0, points: 0 };
      return { status, cards: sortCards(by.get(status.key) ?? [], status.is_done, order), total, points };
    });
}

/** The index that a card takes in a column if it keeps its rank. */
export const landingIndex = (column: ColumnOf, card: Card, order: Order): number =>
  sortCards([...column.cards.filter((other) => other.uuid !== card.uuid), card], column.status.is_done, order).indexOf(
    card,
  );

/** What is under a dragged card. */
export interface DropTarget {
  /** The status of the column. */
  status: string;
  /** The card above the pointer, or null at the top. A collapsed column shows no cards, so the card keeps its rank there. */
  after?: string | null;
}

/** The index at which a dragged card lands in a column; null if the column is not the target, or if the card would stay where it is. */
export function dropIndex(column: ColumnOf, card: Card, target: DropTarget | null, order: Order): number | null {
  if (target === null || target.status !== column.status.key) return null;
  const from = column.cards.findIndex((other) => other.uuid === card.uuid);
  if (order !== undefined || target.after === undefined) return from < 0 ? landingIndex(column, card, order) : null;
  const to = gapAfter(column.cards, target.after, new Set([card.uuid]));
  return to === from ? null : to;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** The card next to another, skipping empty columns; undefined at the edge. */
export function neighbour(columns: ColumnOf[], uuid: string, way: Direction): Card | undefined {
  const at = columns.findIndex((column) => column.cards.some((card) => card.uuid === uuid));
  const column = columns[at];
  if (column === undefined) return undefined;
  const row = column.cards.findIndex((card) => card.uuid === uuid);
  if (way === 'up' || way === 'down') return column.cards[row + (way === 'up' ? -1 : 1)];
  if (way === 'first' || way === 'last') return column.cards.at(way === 'first' ? 0 : -1);
  const others = way === 'left' ? columns.slice(0, at).reverse() : columns.slice(at + 1);
  const next = others.find((other) => other.cards.length > 0);
  return next?.cards[Math.min(row, next.cards.length - 1)];
}

/** The status of the column to the left or right. */
export function adjacentStatus(columns: ColumnOf[], status: string, way: 'left' | 'right'): FrameStatus | undefined {
  const at = columns.findIndex((column) => column.status.key === status);
  return at < 0 ? undefined : columns[at + (way === 'left' ? -1 : 1)]?.status;
}
