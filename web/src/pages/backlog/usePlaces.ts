import { byRank, gapAfter, placeAt } from '../../api/rank';
import type { Card } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import type { BacklogState } from './context';
import type { Section } from './sections';
import type { Changes } from './useChanges';

type Places = Pick<BacklogState, 'drop' | 'step' | 'toEnd'>;

/**
 * Moves tickets within and between sections, and announces where they land. `current` gives the sections with changes that the page has not drawn
 * yet, because keys may be pressed faster than it draws.
 */
export function usePlaces(
  changes: Changes,
  current: () => Section[],
  isChosen: (uuid: string) => boolean,
  say: (text: string) => void,
): Places {
  const t = useT();
  const format = useFormat();
  const nameOf = (section: Section) => section.sprint?.title ?? t('backlog.title');
  const what = (cards: readonly Card[]) =>
    cards.length === 1 ? (cards[0]?.title ?? '') : t('words.tickets', { count: cards.length });
  /** Moves cards to a gap among the other cards of a section. Without a gap, they keep their ranks. */
  const move = (cards: Card[], section: Section, gap?: number) => {
    const sprint_uuid = section.sprint?.uuid ?? null;
    const come = cards.filter((card) => card.sprint_uuid !== sprint_uuid);
    const set = come.length > 0 ? { sprint_uuid } : undefined;
    const message = set && t('backlog.moved', { count: come.length, name: nameOf(section) });
    const place = gap === undefined ? {} : placeAt(staying(section.cards, cards), gap);
    if (gap === undefined || Object.keys(place).length === 0) {
      if (set) changes.change(come, { set }, message);
      return;
    }
    if (!set && isInPlace(section.cards, cards, gap)) return;
    changes.move(cards, place, allCards(current()), set, message);
    const count = format.number(section.total + come.length);
    say(t('common.movedIn', { name: what(cards), place: format.number(gap + 1), count, list: nameOf(section) }));
  };
  return {
    drop: (tickets, target) => {
      const moved = new Set(tickets);
      const sections = current();
      const section = sections.find(({ id }) => id === target.section);
      const cards = allCards(sections).filter((card) => moved.has(card.uuid));
      if (section === undefined || cards.length === 0) return;
      move(cards, section, target.after === undefined ? undefined : gapAfter(section.cards, target.after, moved));
    },
    step: (uuid, by) => {
      const section = current().find(({ cards }) => cards.some((card) => card.uuid === uuid));
      if (section === undefined) return;
      const isMoved = (card: Card) => card.uuid === uuid || (isChosen(uuid) && isChosen(card.uuid));
      const cards = section.cards.filter(isMoved);
      const edge = by < 0 ? section.cards.findIndex(isMoved) : section.cards.findLastIndex(isMoved);
      const gap = section.cards.slice(0, edge).filter((card) => !isMoved(card)).length + by;
      if (gap >= 0 && gap <= section.cards.length - cards.length) move(cards, section, gap);
    },
    toEnd: (given, end) => {
      const cards = [...given].sort(byRank);
      const message = t(end === 'top' ? 'backlog.movedTop' : 'backlog.movedBottom', { count: cards.length });
      changes.move(cards, end, allCards(current()), undefined, message);
    },
  };
}

/** All cards of sections, in the project's order. */
const allCards = (sections: readonly Section[]): Card[] => sections.flatMap((section) => section.cards).sort(byRank);

function staying(list: readonly Card[], moved: readonly Card[]): Card[] {
  const uuids = new Set(moved.map((card) => card.uuid));
  return list.filter((card) => !uuids.has(card.uuid));
}

/** Whether cards of a list are where they would be after a move to a gap among the others. */
const isInPlace = (list: readonly Card[], cards: readonly Card[], gap: number): boolean =>
  staying(list, cards)
    .toSpliced(gap, 0, ...cards)
    .every((card, n) => card.uuid === list[n]?.uuid);
