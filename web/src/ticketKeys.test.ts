import { expect, test } from 'vitest';
import { isTicketKey, namesTicket, projectOf, splitKeys } from './ticketKeys';

const keysIn = (text: string) => splitKeys(text).filter((_, n) => n % 2 === 1);

test('a key is a project and a number, in any case', () => {
  expect(['TIC-42', 'tic-1', 'A2-999999999999999'].every(isTicketKey)).toBe(true);
  for (const text of ['TIC', 'TIC-', 'TIC-0', 'TIC-042', 'T-1', '2IC-1', 'TIC-4x', 'ABCDEFGHIJK-1', 'TIC-1 ', 'ſIC-1'])
    expect(isTicketKey(text), text).toBe(false);
  expect(projectOf('tic-42')).toBe('TIC');
  expect([' tic-42 ', '42', '042', 'tic', '4.2'].map(namesTicket)).toEqual([true, true, false, false, false]);
});

test('keys are found in sentences, but not in words, addresses and numbers', () => {
  expect(keysIn('TIC-1, (tic-22): see "WEB-3". Then TIC-4!')).toEqual(['TIC-1', 'tic-22', 'WEB-3', 'TIC-4']);
  expect(keysIn('TIC-1–TIC-2 … TIC-3-')).toEqual(['TIC-1', 'TIC-2', 'TIC-3']);
  expect(keysIn('_TIC-1 éTIC-1 TIC-1x TIC-1-fix TIC-1.5 https://x.test/TIC-1 a.TIC-1 #TIC-1 TIC-0')).toEqual([]);
  expect(splitKeys('a TIC-1 b').join('')).toBe('a TIC-1 b');
});

test('a long hostile text is split in good time', () => {
  const started = Date.now();
  for (const part of ['A', 'AB-', 'A1-1', 'TIC-1 ', '-1']) splitKeys(part.repeat(100_000));
  expect(Date.now() - started).toBeLessThan(2000);
});
