import { expect, test } from 'vitest';
import { askedDay } from './DayField';

test('a year that is being typed asks for nothing, a whole one does', () => {
  const years = ['0002', '0020', '0202', '2026'].map((year) => `${year}-10-01`);
  expect(years.map((day) => askedDay(day, false))).toEqual([undefined, undefined, undefined, '2026-10-01']);
  expect([askedDay('1969-12-31', false), askedDay('1970-01-01', false)]).toEqual([undefined, '1970-01-01']);
  expect(askedDay('12026-10-01', false)).toBeUndefined();
});

test('an emptied field is told from one in which parts are missing', () => {
  expect([askedDay('', false), askedDay('', true)]).toEqual([null, undefined]);
});
