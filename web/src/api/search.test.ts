import { expect, test } from 'vitest';
import { isSearchable, isTooLong } from './search';

test('two letters, the number of a ticket and up to 200 characters can be searched for', () => {
  expect(['a', ' a ', '', '7', 'ab', 'AV-1', '𠀀'.repeat(200)].map(isSearchable)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  const long = 'x'.repeat(201);
  expect([isSearchable(long), isTooLong(long), isTooLong(` ${'x'.repeat(200)} `)]).toEqual([false, true, false]);
});
