// The page as data: sections (the open sprints, the backlog), and the items of one list made of them.
import { type Card, priorityValues, type Sprint } from '../../api/types.gen';

/** backlogId names the section of the tickets that are in no sprint. */
export const backlogId = 'backlog';

export interface Section {
  /** The uuid of the sprint, or backlogId. */
  id: string;
  sprint: Sprint | null;
  cards: Card[];
}

/** openSprints are those that can be planned: active ones first, then by start. */
export function openSprints(sprints: readonly Sprint[]): Sprint[] {
  const rank = (sprint: Sprint) => `${sprint.status === 'active' ? 0 : 1}${sprint.start_date ?? '9999'}`;
  return sprints.filter((sprint) => sprint.status !== 'completed').sort((a, b) => rank(a).localeCompare(rank(b)));
}

/** pastSprints are the completed ones, the last first. */
export function pastSprints(sprints: readonly Sprint[]): Sprint[] {
  return sprints
    .filter((sprint) => sprint.status === 'completed')
    .sort((a, b) => (b.end_date ?? '').localeCompare(a.end_date ?? ''));
}

/** sectionsOf puts each card where it belongs now, even when it came with the other list; the urgent ones first. */
export function sectionsOf(sprints: readonly Sprint[], lists: readonly (readonly Card[])[]): Section[] {
  const sections = new Map<string, Section>();
  for (const sprint of sprints) sections.set(sprint.uuid, { id: sprint.uuid, sprint, cards: [] });
  sections.set(backlogId, { id: backlogId, sprint: null, cards: [] });
  const seen = new Set<string>();
  for (const card of lists.flat()) {
    if (seen.has(card.uuid)) continue;
    seen.add(card.uuid);
    sections.get(card.sprint_uuid ?? backlogId)?.cards.push(card);
  }
  const all = [...sections.values()];
  for (const { cards } of all) cards.sort((a, b) => urgency(a) - urgency(b));
  return all;
}

const urgency = (card: Card) => priorityValues.indexOf(card.priority);

export type Item =
  | { kind: 'head'; key: string; section: Section }
  | { kind: 'card'; key: string; section: Section; card: Card; place: number }
  | { kind: 'empty'; key: string; section: Section }
  | { kind: 'add'; key: string; section: Section }
  | { kind: 'past'; key: string; section: null };

/** itemsOf is one long list of sections, for a list that draws only what is in sight. */
export function itemsOf(sections: readonly Section[], folded: ReadonlySet<string>, mayWrite: boolean): Item[] {
  return sections.flatMap((section): Item[] => {
    const head: Item = { kind: 'head', key: `head ${section.id}`, section };
    if (folded.has(section.id)) return [head];
    const cards = section.cards.map(
      (card, place): Item => ({ kind: 'card', key: card.uuid, section, card, place: place + 1 }),
    );
    const empty: Item[] = cards.length === 0 ? [{ kind: 'empty', key: `empty ${section.id}`, section }] : [];
    const add: Item[] = mayWrite ? [{ kind: 'add', key: `add ${section.id}`, section }] : [];
    return section.sprint === null ? [head, ...add, ...empty, ...cards] : [head, ...empty, ...cards, ...add];
  });
}

/** cardsOf are the cards of items in the order they are shown. */
export const cardsOf = (items: readonly Item[]): Card[] =>
  items.flatMap((item) => (item.kind === 'card' ? [item.card] : []));
