import { expect, test } from 'vitest';
import { shareOf } from './progress';

test('a backup under way is never told to be done', () => {
  expect(shareOf({ bytes: 0, expected: 0 })).toBe(0);
  expect(shareOf({ bytes: 50, expected: 200 })).toBe(0.25);
  expect(shareOf({ bytes: 300, expected: 200 })).toBe(0.99);
});
