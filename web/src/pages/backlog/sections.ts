// The page as data: sections (open sprints, backlog) and the flat list of items they make up.
import { loadedCards } from '../../api/cardPages';
import { byRank } from '../../api/rank';
import type { Board, Card, Sprint } from '../../api/types.gen';

/** Id of the section for tickets that are in no sprint. */
export const backlogId = 'backlog';

export interface Section {
  /** The sprint's uuid, or backlogId. */
  id: string;
  sprint: Sprint | null;
  /** The cards that are loaded. */
  cards: Card[];
  /** How many cards match the filters in all. */
  total: number;
  /** Of all cards that match the filters. */
  points: number;
}

/** The key of a section in a list of cards. */
export const groupKey = (section: Pick<Section, 'sprint'>): string => section.sprint?.uuid ?? 'none';

/** Sprints that can be planned: active first, then by start date. */
export function openSprints(sprints: readonly Sprint[]): Sprint[] {
  const rank = (sprint: Sprint) => `${sprint.status === 'active' ? 0 : 1}${sprint.start_date ?? '9999'}`;
  return sprints.filter((sprint) => sprint.status !== 'completed').sort((a, b) => rank(a).localeCompare(rank(b)));
}

/** Completed sprints, latest first. */
export function pastSprints(sprints: readonly Sprint[]): Sprint[] {
  return sprints
    .filter((sprint) => sprint.status === 'completed')
    .sort((a, b) => (b.end_date ?? '').localeCompare(a.end_date ?? ''));
}

/** Sorts each card into its current section, whichever list it came from, in the project's order. */
export function sectionsOf(sprints: readonly Sprint[], lists: readonly Board[]): Section[] {
  const sums = new Map(lists.flatMap((list) => list.groups).map((group) => [group.key, group]));
  const all = [...sprints, null].map((sprint): Section => {
    const { total = 0, points = 0 } = sums.get(groupKey({ sprint })) ?? {};
    return { id: sprint?.uuid ?? backlogId, sprint, cards: [], total, points };
  });
  const sections = new Map(all.map((section) => [section.id, section]));
  const seen = new Set<string>();
  for (const card of lists.flatMap(loadedCards)) {
    if (seen.has(card.uuid)) continue;
    seen.add(card.uuid);
    sections.get(card.sprint_uuid ?? backlogId)?.cards.push(card);
  }
  for (const { cards } of all) cards.sort(byRank);
  return all;
}

/** What is under dragged tickets. */
export interface DropTarget {
  section: string;
  /** The ticket above the pointer, or null at the top. If no tickets are shown there, they keep their ranks. */
  after?: string | null;
}

/** The place below the last card of a section. */
export const endOf = ({ id, cards }: Section, folded: ReadonlySet<string>): DropTarget =>
  folded.has(id) ? { section: id } : { section: id, after: cards.at(-1)?.uuid };

/** The place that an item stands for; the lower half of a row is the place after it. Past sprints are none. */
export function targetOf(item: Item, lower: boolean, folded: ReadonlySet<string>): DropTarget | null {
  if (item.kind === 'past') return null;
  const { id, cards, sprint } = item.section;
  const end = endOf(item.section, folded);
  if (item.kind === 'card') return { section: id, after: cards[item.place - (lower ? 1 : 2)]?.uuid ?? null };
  const isTop = item.kind === 'head' || (item.kind === 'add' && sprint === null);
  return isTop && end.after !== undefined ? { section: id, after: null } : end;
}

export type Item =
  | { kind: 'head'; key: string; section: Section }
  | { kind: 'card'; key: string; section: Section; card: Card; place: number }
  | { kind: 'more'; key: string; section: Section }
  | { kind: 'empty'; key: string; section: Section }
  | { kind: 'add'; key: string; section: Section }
  | { kind: 'past'; key: string; section: null };

/** Flattens sections into one list for virtualisation. */
export function itemsOf(sections: readonly Section[], folded: ReadonlySet<string>, mayWrite: boolean): Item[] {
  return sections.flatMap((section): Item[] => {
    const head: Item = { kind: 'head', key: `head ${section.id}`, section };
    if (folded.has(section.id)) return [head];
    const cards = section.cards.map(
      (card, place): Item => ({ kind: 'card', key: card.uuid, section, card, place: place + 1 }),
    );
    const empty: Item[] =
      cards.length === 0 && section.total === 0 ? [{ kind: 'empty', key: `empty ${section.id}`, section }] : [];
    const add: Item[] = mayWrite ? [{ kind: 'add', key: `add ${section.id}`, section }] : [];
    const more: Item[] = cards.length < section.total ? [{ kind: 'more', key: `more ${section.id}`, section }] : [];
    const body = [...empty, ...cards, ...more];
    return section.sprint === null ? [head, ...add, ...body] : [head, ...body, ...add];
  });
}

export const cardsOf = (items: readonly Item[]): Card[] =>
  items.flatMap((item) => (item.kind === 'card' ? [item.card] : []));
