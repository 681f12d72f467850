import { expect, test } from 'vitest';
import { parseDuration } from './duration';

test('durations are read as people write them', () => {
  const given = ['1h30', '1h 30m', '1:30', '45m', '45 min', '0.5d', '0,5j', '1d2h', '1.5h', '2', '1,25', '1h05', '90m'];
  expect(given.map(parseDuration)).toEqual([90, 90, 90, 45, 45, 240, 240, 600, 90, 120, 75, 65, 90]);
});

test('what is no duration is not guessed at', () => {
  for (const text of ['', ' ', 'abc', '0', '0m', '-1h', '1h30h', '1h30 20m', '1:70', '1h 1d', '99999h', '1..5h']) {
    expect(parseDuration(text), text).toBeUndefined();
  }
});
