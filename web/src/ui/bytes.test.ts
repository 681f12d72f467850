import { expect, test } from 'vitest';
import { bytesText } from './bytes';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('sizes have the unit that fits, in either language', () => {
  expect(plain(bytesText(0, 'en'))).toBe('0 bytes');
  expect(plain(bytesText(999, 'en'))).toBe('999 bytes');
  expect(plain(bytesText(999, 'fr'))).toBe('999 octets');
  expect(plain(bytesText(1_250, 'en'))).toBe('1.3 kB');
  expect(plain(bytesText(12_345_678, 'en'))).toBe('12.3 MB');
  expect(plain(bytesText(12_345_678, 'fr'))).toBe('12,3 Mo');
  expect(plain(bytesText(987_000_000_000, 'en'))).toBe('987 GB');
  expect(plain(bytesText(5e15, 'en'))).toBe('5,000 TB');
});
