// The order of a project's tickets. Each ticket has a rank, and ranks are compared character by character. Only the server assigns them:
// a page says between which tickets one belongs, and shows it there until the server responds.

import { isTemporary } from './tickets';
import type { BulkBody, Card, RankEnd } from './types.gen';

/** A place in the order: directly after a ticket, or directly before one. Tickets that are not shown stay where they are. */
export type Place = Pick<BulkBody, 'after_uuid' | 'before_uuid'>;

/** Where tickets can be moved to. */
export type Destination = Place | RankEnd;

/** The part of a bulk change that moves tickets to a destination. */
export const movingTo = (to: Destination): Pick<BulkBody, 'after_uuid' | 'before_uuid' | 'place'> =>
  typeof to === 'string' ? { place: to } : to;

type Ranked = Pick<Card, 'uuid' | 'rank'>;

export const byRank = (a: Ranked, b: Ranked): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0);

/** The rank of a new ticket until the server assigns one: it goes last. */
export const lastRank = '~';

/**
 * The gap that follows a card of a list, or the top if that is null. Gaps are counted among the cards that stay in the list. If the card is
 * no longer in the list, that is the last gap.
 */
export function gapAfter(list: readonly Ranked[], after: string | null, moved: ReadonlySet<string>): number {
  const at = after === null ? -1 : list.findIndex((card) => card.uuid === after);
  const above = after !== null && at < 0 ? list : list.slice(0, at + 1);
  return above.filter((card) => !moved.has(card.uuid)).length;
}

/** The place of a gap: after the card above, or before the one below if there is none. It is empty if the list is. */
export function placeAt(list: readonly Ranked[], gap: number): Place {
  const isKnown = ({ uuid }: Ranked) => !isTemporary(uuid);
  const above = list.slice(0, gap).findLast(isKnown);
  if (above !== undefined) return { after_uuid: above.uuid };
  const below = list.slice(gap).find(isKnown);
  return below === undefined ? {} : { before_uuid: below.uuid };
}

/** The ranks to show for cards that are moved. */
export const ranksFor = (all: readonly Ranked[], cards: readonly Ranked[], to: Destination): Map<string, string> =>
  typeof to === 'string' ? ranksAtEnd(all, cards, to) : ranksAt(all, cards, to);

/** The ranks to show for cards at a place; none if the neighbour is not among the others. */
export function ranksAt(all: readonly Ranked[], cards: readonly Ranked[], place: Place): Map<string, string> {
  const { after_uuid: after, before_uuid: before } = place;
  if (after === undefined && before === undefined) return new Map();
  const order = others(all, cards);
  const at = order.findIndex((card) => card.uuid === (after ?? before));
  if (at < 0) return new Map();
  const gap = after === undefined ? at : at + 1;
  return ranksBetween(cards, order[gap - 1]?.rank ?? '', order[gap]?.rank);
}

/** The ranks to show for cards at an end of the order. */
export function ranksAtEnd(all: readonly Ranked[], cards: readonly Ranked[], end: RankEnd): Map<string, string> {
  const order = others(all, cards);
  if (end === 'top') return ranksBetween(cards, '', order[0]?.rank);
  const last = order.at(-1)?.rank ?? '';
  return ranksBetween(cards, last > lastRank ? last : lastRank, undefined);
}

function others(all: readonly Ranked[], cards: readonly Ranked[]): Ranked[] {
  const moved = new Set(cards.map((card) => card.uuid));
  return all.filter((card) => !moved.has(card.uuid)).sort(byRank);
}

function ranksBetween(cards: readonly Ranked[], low: string, high: string | undefined): Map<string, string> {
  let last = low;
  return new Map(
    cards.map(({ uuid }) => {
      last = between(last, high);
      return [uuid, last];
    }),
  );
}

/** A rank directly after another one. It contains characters below those of the server's ranks, none of which comes in between. */
function between(low: string, high: string | undefined): string {
  let zeros = '';
  while (high !== undefined && `${low}${zeros}\u0001` >= high && zeros.length <= high.length) zeros += '\u0000';
  return `${low}${zeros}\u0001`;
}
