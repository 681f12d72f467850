import { expect, test } from 'vitest';
import { currentAddress } from './Calendar';

const made = { url: 'https://earnest.example/calendar/cal_a.ics', made_at: '2026-03-10T09:00:00Z' };

test('a new address stays when everything is read anew, until it is put away or is another', () => {
  const read = { url: null, made_at: made.made_at };
  expect(currentAddress(made, read)).toEqual(made);
  expect(currentAddress(null, read)).toEqual(read);
  expect(currentAddress(made, { url: null, made_at: '2026-03-10T10:00:00Z' }).url).toBe(null);
  expect(currentAddress(made, { url: null, made_at: null })).toEqual({ url: null, made_at: null });
});
