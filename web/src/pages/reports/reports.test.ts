import { expect, test } from 'vitest';
import en from '../../i18n/en/index';
import fr from '../../i18n/fr/index';
import { fields } from '../../ui/indicators';
import { currentAddress } from './Calendar';

const made = { url: 'https://earnest.example/calendar/cal_a.ics', made_at: '2026-03-10T09:00:00Z' };

test('a new address stays when everything is read anew, until it is put away or is another', () => {
  const read = { url: null, made_at: made.made_at };
  expect(currentAddress(made, read)).toEqual(made);
  expect(currentAddress(null, read)).toEqual(read);
  expect(currentAddress(made, { url: null, made_at: '2026-03-10T10:00:00Z' }).url).toBe(null);
  expect(currentAddress(made, { url: null, made_at: null })).toEqual({ url: null, made_at: null });
});

test('the texts about files state how many numbers there are; the uuid of the project is none', () => {
  for (const { reports } of [en, fr]) {
    for (const text of [reports.holds_finance, reports.table_indicators]) {
      expect(text.match(/\d+/g), text).toEqual([String(fields.length)]);
    }
  }
});
