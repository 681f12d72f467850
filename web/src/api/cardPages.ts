// Lists of cards are loaded page by page. A list is divided into groups, and each group has pages and totals of its own.

import type { CardFilter } from './cards';
import { get } from './http';
import type { Board, Card } from './types.gen';

/** How many cards of a group are loaded at a time: about a screenful. */
export const pageSize = 30;
/** Maximum number of cards in one response. */
const maxPage = 500;
/** Maximum number of cards that are loaded although they are not in the pages loaded so far. */
const maxKept = 100;

type By = CardFilter['by'];

/** The key of a card's group; it is also the value that selects the group in a filter. */
const groupOf = (card: Card, by: By): string => (by === 'status' ? card.status : (card.sprint_uuid ?? 'none'));

/** All cards that are loaded, in order within each group. */
export const loadedCards = (board: Board): Card[] => [...board.cards, ...board.kept];

/** The loaded cards of a group, without those kept. */
export const inGroup = (board: Board, by: By, key: string): Card[] =>
  board.cards.filter((card) => groupOf(card, by) === key);

interface Page {
  limit: number;
  offset?: number;
  ticket?: string[];
}

const getPage = (project: string, filter: CardFilter, page: Page, signal?: AbortSignal) =>
  get<Board>(`/projects/${project}/cards`, { ...filter, ...page }, signal);

/** Loads the first page of each group, and again what was loaded before. */
export async function loadBoard(
  project: string,
  filter: CardFilter,
  old: Board | undefined,
  signal: AbortSignal,
): Promise<Board> {
  const kept = old?.kept.map((card) => card.uuid);
  let board = await getPage(project, filter, { limit: pageSize, ticket: kept }, signal);
  if (old === undefined) return board;
  for (const { key } of board.groups) {
    const count = inGroup(old, filter.by, key).length;
    const add = (page: Board) => {
      board = withPage(board, page);
      return board;
    };
    await loadUntil(count, { project, filter, key, signal }, board, add);
  }
  return board;
}

interface Group {
  project: string;
  filter: CardFilter;
  key: string;
  signal?: AbortSignal;
}

/** Loads pages of a group until that many of its cards are loaded, or all; add returns the board with a page. */
export async function loadUntil(
  count: number,
  group: Group,
  board: Board,
  add: (page: Board) => Board | undefined,
): Promise<Board> {
  const { project, filter, key, signal } = group;
  const offset = inGroup(board, filter.by, key).length;
  const total = board.groups.find((one) => one.key === key)?.total ?? 0;
  if (offset >= Math.min(count, total)) return board;
  const limit = Math.min(count - offset, maxPage);
  const page = await getPage(project, { ...filter, [filter.by]: [key] }, { limit, offset }, signal);
  const next = add(page);
  if (next === undefined || inGroup(next, filter.by, key).length <= offset) return board;
  return loadUntil(count, group, next, add);
}

/**
 * Adds a page of a group. Cards that were loaded before are not repeated, even if the list has changed in the meantime, and older totals do
 * not replace newer ones.
 */
export function withPage(board: Board, page: Board): Board {
  const known = new Set(board.cards.map((card) => card.uuid));
  const cards = [...board.cards, ...page.cards.filter((card) => !known.has(card.uuid))];
  const loaded = new Set(cards.map((card) => card.uuid));
  const kept = board.kept.filter((card) => !loaded.has(card.uuid));
  const newer = page.revision < board.revision ? [] : page.groups;
  const groups = board.groups.map((group) => newer.find(({ key }) => key === group.key) ?? group);
  return summed({ ...board, cards, kept, groups });
}

const summed = (board: Board): Board => ({
  ...board,
  total: board.groups.reduce((sum, group) => sum + group.total, 0),
  points: board.groups.reduce((sum, group) => sum + group.points, 0),
});

/** The board with its totals as they are once other cards have taken the place of those loaded. */
export function recounted(board: Board, by: By, cards: readonly Card[]): Board {
  const groups = new Map(board.groups.map((group) => [group.key, group]));
  const count = (card: Card, sign: 1 | -1) => {
    const key = groupOf(card, by);
    const { total, points } = groups.get(key) ?? { total: 0, points: 0 };
    groups.set(key, { key, total: total + sign, points: points + sign * card.story_points });
  };
  for (const card of loadedCards(board)) count(card, -1);
  for (const card of cards) count(card, 1);
  return summed({ ...board, groups: [...groups.values()] });
}

/**
 * The board after changes to cards, by uuid; null stands for a deleted card. A card that moves to another place, or comes from another
 * list, is kept from now on, even if its new place is in a page that is not loaded.
 */
export function changed(
  board: Board,
  by: By,
  changes: ReadonlyMap<string, Card | null>,
  fits: (card: Card) => boolean,
): Board {
  const loaded = new Set(loadedCards(board).map((card) => card.uuid));
  const come = [...changes.values()].filter((card) => card !== null && !loaded.has(card.uuid) && fits(card));
  const moved = come as Card[];
  const apply = (card: Card): Card[] => {
    const after = changes.get(card.uuid);
    if (after === undefined) return [card];
    if (after === null || !fits(after)) return [];
    if (groupOf(after, by) === groupOf(card, by) && after.priority === card.priority) return [after];
    moved.push(after);
    return [];
  };
  const cards = board.cards.flatMap(apply);
  const kept = [...board.kept.flatMap(apply), ...moved];
  return { ...recounted(board, by, [...cards, ...kept]), cards, kept: kept.slice(-maxKept) };
}
