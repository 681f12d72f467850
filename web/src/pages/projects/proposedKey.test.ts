import { expect, test } from 'vitest';
import { proposedKey } from './proposedKey';

// The same names as in the test of the server.
test.each([
  ['Tickets', 'TIC'],
  ['Portail client', 'PC'],
  ['Étude d’impact', 'ED'],
  ['Customer portal relaunch', 'CPR'],
  ['one two three four five six', 'OTTF'],
  ['Œuvre', 'OEU'],
  ['Go', 'GO'],
  ['X', 'PROJ'],
  ['', 'PROJ'],
  ['日本語', 'PROJ'],
  ['2026', 'PROJ'],
  ['Sprint 2026', 'SPR'],
  ['R&D', 'RD'],
  ['e-commerce', 'EC'],
])('the key proposed for "%s" is %s', (name, key) => {
  expect(proposedKey(name, [])).toBe(key);
});

test('a key that is taken gets a number', () => {
  expect(proposedKey('Tickets', ['TIC', 'TIC2'])).toBe('TIC3');
});
