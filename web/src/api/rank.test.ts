import { expect, test } from 'vitest';
import { byRank, gapAfter, lastRank, type Place, placeAt, ranksAt, ranksAtEnd } from './rank';
import type { RankEnd } from './types.gen';

interface Ranked {
  uuid: string;
  rank: string;
}

/** Cards with ranks like those of the server. */
const list = (uuids: string): Ranked[] =>
  [...uuids].map((uuid, n) => ({ uuid, rank: `V${String.fromCharCode(66 + n)}` }));
const shown = (cards: readonly Ranked[]) =>
  [...cards]
    .sort(byRank)
    .map((card) => card.uuid)
    .join('');
const withRanks = (cards: Ranked[], ranks: Map<string, string>) =>
  cards.map((card) => ({ ...card, rank: ranks.get(card.uuid) ?? card.rank }));
const chosen = (cards: Ranked[], uuids: string) => cards.filter((card) => uuids.includes(card.uuid));

test('ranks are compared character by character, not as in a language', () => {
  const ranks = ['a', 'Z', 'Vz', 'V0V', 'V', '9', lastRank];
  const sorted = ranks.map((rank) => ({ uuid: rank, rank })).sort(byRank);
  expect(sorted.map((card) => card.rank)).toEqual(['9', 'V', 'V0V', 'Vz', 'Z', 'a', lastRank]);
});

test('a place is after the card above, or before the one below if there is none', () => {
  expect(placeAt(list('abc'), 2)).toEqual({ after_uuid: 'b' });
  expect(placeAt(list('abc'), 3)).toEqual({ after_uuid: 'c' });
  expect(placeAt(list('abc'), 0)).toEqual({ before_uuid: 'a' });
  expect(placeAt([], 0)).toEqual({});
});

test('a ticket that the server does not know yet is no neighbour', () => {
  const temporary = { uuid: 'new 1', rank: lastRank };
  expect(placeAt([...list('ab'), temporary], 3)).toEqual({ after_uuid: 'b' });
  expect(placeAt([temporary, ...list('ab')], 1)).toEqual({ before_uuid: 'a' });
  expect(placeAt([temporary], 1)).toEqual({});
});

test('gaps are counted among the cards that stay', () => {
  const gap = (after: string | null, moved = '') => gapAfter(list('abcd'), after, new Set(moved));
  expect([gap(null), gap('a'), gap('d')]).toEqual([0, 1, 4]);
  expect([gap('c', 'a'), gap('a', 'a'), gap('d', 'bd')]).toEqual([2, 0, 2]);
  expect(gap('gone'), 'a card that has left the list').toBe(4);
});

test.each<[string, Place, string]>([
  ['a', { after_uuid: 'c' }, 'bcad'],
  ['d', { before_uuid: 'a' }, 'dabc'],
  ['d', { before_uuid: 'b' }, 'adbc'],
  ['ac', { after_uuid: 'd' }, 'bdac'],
  ['bd', { before_uuid: 'a' }, 'bdac'],
  ['a', { after_uuid: 'gone' }, 'abcd'],
  ['a', {}, 'abcd'],
])('the cards %s at %o are shown there', (moved, place, order) => {
  const cards = list('abcd');
  expect(shown(withRanks(cards, ranksAt(cards, chosen(cards, moved), place)))).toBe(order);
});

test.each<[string, RankEnd, string]>([
  ['bd', 'top', 'bdac'],
  ['ab', 'bottom', 'cdab'],
])('the cards %s are shown at the %s', (moved, end, order) => {
  const cards = list('abcd');
  expect(shown(withRanks(cards, ranksAtEnd(cards, chosen(cards, moved), end)))).toBe(order);
  const far = { uuid: 'z', rank: 'zzzzz' }; // not loaded when the card was moved
  expect(shown([far, ...withRanks(cards, ranksAtEnd(cards, chosen(cards, moved), end))]).at(-1)).toBe(
    end === 'top' ? 'z' : 'b',
  );
});

test('however often cards are moved before the server responds, each is shown directly after its neighbour', () => {
  let cards = list('abcdefgh');
  let order = 'abcdefgh';
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let n = 0; n < 500; n++) {
    const uuid = order[random(8)] ?? '';
    const rest = order.replace(uuid, '');
    const gap = random(8);
    const place = gap === 0 ? { before_uuid: rest[0] } : { after_uuid: rest[gap - 1] };
    order = rest.slice(0, gap) + uuid + rest.slice(gap);
    cards = withRanks(cards, ranksAt(cards, chosen(cards, uuid), place));
    expect(shown(cards)).toBe(order);
  }
});
