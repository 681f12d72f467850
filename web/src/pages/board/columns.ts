// How cards are arranged on the board.
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

const rank = (card: Card) => priorityValues.indexOf(card.priority);

/** Blocked cards first, then by priority; a done ticket is never blocked. */
function sortCards(cards: Card[], done: boolean): Card[] {
  const waits = (card: Card) => (card.blocked && !done ? 0 : 1);
  return [...cards].sort((a, b) => waits(a) - waits(b) || rank(a) - rank(b));
}

/** Sorts cards into columns, in the project's order. */
export function columnsOf(statuses: FrameStatus[], cards: Card[], groups: CardGroup[]): ColumnOf[] {
  const by = new Map<string, Card[]>(statuses.map((status) => [status.key, []]));
  for (const card of cards) by.get(card.status)?.push(card);
  return [...statuses]
    .sort((a, b) => a.sort_order - b.sort_order)
    .map((status) => {
      const { total, points } = groups.find(({ key }) => key === status.key) ?? { total: 0, points: 0 };
      return { status, cards: sortCards(by.get(status.key) ?? [], status.is_done), total, points };
    });
}

/** The index a card would take in a column. */
export const dropIndex = (column: ColumnOf, card: Card): number =>
  sortCards([...column.cards.filter((other) => other.uuid !== card.uuid), card], column.status.is_done).indexOf(card);

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
