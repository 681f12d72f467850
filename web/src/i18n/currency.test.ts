import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currencies, currencyOf, decimalsOf } from './currencies';
import { newFormat } from './format';

/** The file that the tests of the reports check. */
const amounts: { language: 'en' | 'fr'; currency: string; value: number; money: string; per_unit: string }[] =
  JSON.parse(readFileSync('../internal/report/testdata/amounts.json', 'utf8'));

test('pages write amounts as reports do', () => {
  for (const { language, currency, value, money, per_unit } of amounts) {
    const format = newFormat(language).in(currency === '' ? null : currency);
    expect([language, currency, value, format.money(value), format.perUnit(value)]).toEqual([
      language,
      currency,
      value,
      money,
      per_unit,
    ]);
  }
});

test('pages write dates as reports do', () => {
  const dates: { language: 'en' | 'fr'; day: string; date: string }[] = JSON.parse(
    readFileSync('../internal/report/testdata/dates.json', 'utf8'),
  );
  for (const { language, day, date } of dates) expect(newFormat(language).date(day)).toBe(date);
});

test('prices have the decimals of their currency, unless they are whole', () => {
  const [e, f] = [newFormat('en'), newFormat('fr')];
  expect(e.in('EUR').price(1234.5)).toBe('€1,234.50');
  expect(f.in('EUR').price(1234.56)).toBe('1\u202f234,56\u00a0€');
  expect(e.in('EUR').price(480)).toBe('€480');
  expect(e.in('JPY').price(1234.5)).toBe('JP¥1,235');
  expect(e.in('KWD').price(0.5)).toBe('KWD\u00a00.500');
  expect(e.price(1234.5)).toBe('1,234.5');
});

test('a format knows its currency and makes each one once', () => {
  const e = newFormat('en');
  expect(e.currency).toBeNull();
  expect(e.in('EUR').currency).toBe('EUR');
  expect(e.in('EUR').in('USD').in('EUR')).toBe(e.in('EUR'));
  expect(e.in('EUR').in(null)).toBe(e);
  expect(e.in('EUR').money(-0.4)).toBe('€0');
});

test('every currency has a name in both languages, and a browser can write it', () => {
  for (const language of ['en', 'fr'] as const) {
    for (const code of currencies) {
      expect(newFormat(language).currencyName(code)).toContain(`${code} · `);
      expect(newFormat(language).in(code).money(1)).toContain('1');
    }
  }
  expect(newFormat('fr').currencyName('EUR')).toBe('EUR · euro');
  expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('KWD')]).toEqual([2, 0, 3]);
});

test('the currency is guessed from the locale', () => {
  expect(['fr', 'fr-FR', 'fr-CA', 'en-GB', 'en', 'de-CH', 'sw-KE'].map(currencyOf)).toEqual([
    'EUR',
    'EUR',
    'CAD',
    'GBP',
    'USD',
    'CHF',
    null,
  ]);
});
