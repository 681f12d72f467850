import { expect, test } from 'vitest';
import { pathOf } from './QrCode';

test('each run of dark squares is one bar where it belongs', () => {
  const rows = [
    [true, true, false, true],
    [false, false, false, false],
    [false, true, true, true],
  ];
  expect(pathOf(rows)).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z');
});
