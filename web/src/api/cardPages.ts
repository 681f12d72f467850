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

/** A list of cards as far as it is loaded. */
export interface CardPages extends Board {
  /** By group, how many of its first cards the server has sent, and sends again when the list is loaded again. */
  wanted: Record<string, number>;
}

/** The key of a card's group; it is also the value that selects the group in a filter. */
const groupOf = (card: Card, by: By): string => (by === 'status' ? card.status : (card.sprint_uuid ?? 'none'));

/** All cards that are loaded; those kept come last. */
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
  old: CardPages | undefined,
  signal: AbortSignal,
): Promise<CardPages> {
  const ticket = old?.kept.slice(-maxKept).map((card) => card.uuid);
  const first = await getPage(project, filter, { limit: pageSize, ticket }, signal);
  const keys = first.groups.map(({ key }) => key);
  const wanted = Object.fromEntries(keys.map((key) => [key, inGroup(first, filter.by, key).length]));
  const board = { ...first, wanted };
  const pages = await Promise.all(
    keys.map((key) => loadPages({ project, filter, key, signal }, board, old?.wanted[key] ?? 0)),
  );
  return keys.reduce((sum, key, n) => withPages(sum, key, pages[n] ?? []), board);
}

interface Group {
  project: string;
  filter: CardFilter;
  key: string;
  signal?: AbortSignal;
}

/** Loads what a board lacks of a group's first cards, up to a number of them, or all. */
export async function loadPages(group: Group, board: CardPages, count: number): Promise<Board[]> {
  const { project, filter, key, signal } = group;
  const pages: Board[] = [];
  let offset = board.wanted[key] ?? 0;
  let total = board.groups.find((one) => one.key === key)?.total ?? 0;
  while (offset < Math.min(count, total)) {
    const limit = Math.min(count - offset, maxPage);
    const page = await getPage(project, { ...filter, [filter.by]: [key] }, { limit, offset }, signal);
    if (page.cards.length === 0) break;
    pages.push(page);
    offset += page.cards.length;
    total = page.total;
  }
  return pages;
}

/** Adds the next pages of a group. Cards that were loaded before are not repeated, even if the list has changed in the meantime. */
export function withPages(board: CardPages, key: string, pages: readonly Board[]): CardPages {
  const last = pages.at(-1);
  if (last === undefined) return board;
  const sent = pages.flatMap((page) => page.cards);
  const cards = new Map([...board.cards, ...sent].map((card) => [card.uuid, card]));
  return summed({
    ...board,
    cards: [...cards.values()],
    kept: board.kept.filter((card) => !cards.has(card.uuid)),
    groups: board.groups.map((group) => last.groups.find((one) => one.key === group.key) ?? group),
    wanted: { ...board.wanted, [key]: (board.wanted[key] ?? 0) + sent.length },
  });
}

/** The end of the last task of each list that has any. */
const tails = new Map<string, Promise<void>>();

/** A query's data is in the cache shortly after the query's function has returned it. */
const stored = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Runs a task of a list after those that were started before it. A list and another page of it are therefore never loaded at the same
 * time, so neither can overwrite the other, and what is loaded later is newer.
 */
export function inTurn<T>(queryKey: readonly unknown[], task: () => Promise<T>): Promise<T> {
  const list = JSON.stringify(queryKey);
  const run = (tails.get(list) ?? Promise.resolve()).then(task);
  const tail = run.then(stored, stored);
  tails.set(list, tail);
  void tail.then(() => tails.get(list) === tail && tails.delete(list));
  return run;
}

const summed = <B extends Board>(board: B): B => ({
  ...board,
  total: board.groups.reduce((sum, group) => sum + group.total, 0),
  points: board.groups.reduce((sum, group) => sum + group.points, 0),
});

/** The board with its totals as they are once other cards have taken the place of those loaded. */
export function recounted<B extends Board>(board: B, by: By, cards: readonly Card[]): B {
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
 * list, is kept from now on, even if its new place is in a page that is not loaded. One that was not loaded is counted only if it is new
 * to the list; otherwise the totals include it already.
 */
export function changed(
  board: CardPages,
  by: By,
  changes: ReadonlyMap<string, Card | null>,
  fits: (card: Card) => boolean,
  isNew = true,
): CardPages {
  const loaded = new Set(loadedCards(board).map((card) => card.uuid));
  const come = [...changes.values()].filter((card) => card !== null && !loaded.has(card.uuid) && fits(card)) as Card[];
  const arrived: Card[] = [];
  const moved: Card[] = [];
  const apply = (card: Card): Card[] => {
    const after = changes.get(card.uuid);
    if (after === undefined) return [card];
    if (after === null || !fits(after)) return [];
    const stays = groupOf(after, by) === groupOf(card, by);
    if (stays && after.priority === card.priority && after.rank === card.rank) return [after];
    (stays ? moved : arrived).push(after);
    return [];
  };
  const cards = board.cards.flatMap(apply);
  const stay = [...board.kept.flatMap(apply), ...moved, ...arrived];
  const kept = [...stay, ...come];
  const wanted = kept.length > maxKept ? withMore(board.wanted, [...arrived, ...come], by) : board.wanted;
  return { ...recounted(board, by, [...cards, ...(isNew ? kept : stay)]), cards, kept, wanted };
}

/** If there are too many new cards to ask for by uuid, they are looked for in the pages of their groups. */
function withMore(wanted: CardPages['wanted'], cards: readonly Card[], by: By): CardPages['wanted'] {
  const more = { ...wanted };
  for (const card of cards) more[groupOf(card, by)] = (more[groupOf(card, by)] ?? 0) + 1;
  return more;
}
