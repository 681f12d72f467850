import { expect, test } from 'vitest';
import { beginsWords, containsWords, fold } from './searchWords';

test.each([
  ['Cœur du système', 'coeur du systeme'],
  ['CŒUR, ÆON', 'coeur, aeon'],
  ['Straße', 'strasse'],
  ['ẞ', 'ss'],
  ['Øre, Łódź, Đorđe', 'ore, lodz, dorde'],
  ['ﬁn à 20 m²', 'fin a 20 m2'],
  ['Ｆｕｌｌ', 'full'],
  ['İstanbul', 'istanbul'],
])('%s is searched as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('a word is found whether or not it is written with accents and ligatures', () => {
  expect(beginsWords('Cœur du système', 'coeur SYST')).toBe(true);
  expect(beginsWords('Coeur du systeme', 'cœur système')).toBe(true);
  expect(beginsWords('Surface de 20 m²', 'm2')).toBe(true);
  expect(beginsWords('Cœur du système', 'ur')).toBe(false);
  expect(beginsWords('Cœur', '!')).toBe(false);
  expect(containsWords('Cœur du système', 'eur yst')).toBe(true);
});
