import { decimalsOf } from './currencies';
import type { Language } from './texts';

export interface Format {
  /** 15 Nov 2026; takes a day or a moment. */
  date: (value: string) => string;
  /** 15 Nov; with the year unless it is the current one. */
  day: (value: string) => string;
  /** 15 Nov 2026, 09:30, in the reader's time zone. */
  dateTime: (value: string) => string;
  /** in 3 hours, 2 days ago. */
  relative: (value: string, now?: number) => string;
  number: (value: number, digits?: number) => string;
  /** All digits of a number, so that others can be computed from it. */
  exact: (value: number) => string;
  /** CPI, SPI and other ratios: always two decimals, so they line up. */
  ratio: (value: number) => string;
  /** Takes a share from 0 to 1. */
  percent: (share: number, digits?: number) => string;
  /** The ISO 4217 code of the currency of all amounts; null if nobody has set one: then amounts are plain numbers. */
  currency: string | null;
  /** The same format with amounts in another currency. */
  in: (currency: string | null) => Format;
  /** An amount in whole units: €1,235. */
  money: (value: number) => string;
  /** An amount as people enter it, with the decimals of its currency unless it is a whole number: €1,234.56, €480. */
  price: (value: number) => string;
  /** How many decimals of an amount people can enter: those of the currency, but at least two. */
  decimals: number;
  /** What one unit of money has earned or must earn: €0.78. Always two decimals. */
  perUnit: (value: number) => string;
  /** EUR · euro. */
  currencyName: (code: string) => string;
  points: (value: number | null) => string;
  /** 1 h 30, 45 min. */
  minutes: (value: number) => string;
  list: (values: string[]) => string;
  /** Takes a number from 1 for Monday to 7 for Sunday. */
  weekday: (day: number) => string;
  /** Compares names by the rules of the language. */
  compare: (a: string, b: string) => number;
}

/** The part of a format that depends on the currency. */
type Amounts = Pick<Format, 'currency' | 'in' | 'money' | 'price' | 'decimals' | 'perUnit'>;

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };
/** Shown in place of a missing value. */
export const none = '–';

/** A value that rounds to zero has no sign. */
const signed = { signDisplay: 'negative' } as const;

/** Formats a number with a real minus sign, which is as wide as a plus; browsers use a hyphen. */
export const written = (format: Intl.NumberFormat, value: number): string => format.format(value).replace('-', '−');

export function newFormat(language: Language): Format {
  const locale = locales[language];
  const full = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const numbers = cached((digits) => new Intl.NumberFormat(locale, { ...signed, maximumFractionDigits: digits }));
  const percents = cached(
    (digits) => new Intl.NumberFormat(locale, { ...signed, style: 'percent', maximumFractionDigits: digits }),
  );
  const ratios = new Intl.NumberFormat(locale, { ...signed, minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const exacts = new Intl.NumberFormat(locale, { ...signed, maximumSignificantDigits: 21 });
  const number = (value: number, digits = 0) => written(numbers(digits), value);
  const dates = new Intl.DateTimeFormat(locale, full);
  const days = new Intl.DateTimeFormat(locale, { ...full, year: undefined });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { ...full, hour: '2-digit', minute: '2-digit' });
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' });
  const base: Omit<Format, keyof Amounts> = {
    date: (value) => dates.format(momentOf(value)),
    day: (value) => {
      const moment = momentOf(value);
      return (moment.getFullYear() === new Date().getFullYear() ? days : dates).format(moment);
    },
    dateTime: (value) => moments.format(momentOf(value)),
    relative: (value, now = Date.now()) => relative(locale, momentOf(value).getTime() - now),
    number,
    exact: (value) => written(exacts, value),
    ratio: (value) => written(ratios, value),
    percent: (share, digits = 0) => written(percents(digits), share),
    currencyName: (code) => `${code} · ${currencyNames.of(code) ?? code}`,
    points: (value) => (value === null ? none : number(value, 1)),
    minutes: (value) => duration(value, number),
    list: (values) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(values),
    weekday: (day) => weekdays.format(Date.UTC(2024, 0, day)), // 1 January 2024 was a Monday
    compare: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare,
  };
  const plain: Omit<Amounts, 'currency' | 'in'> = {
    money: (value) => number(value),
    price: (value) => number(value, 2),
    decimals: 2,
    perUnit: base.ratio,
  };
  const made = new Map<string | null, Format>();
  const inCurrency = (currency: string | null): Format => {
    const known = made.get(currency);
    if (known) return known;
    const format = { ...base, ...(currency === null ? plain : amountsIn(locale, currency)), currency, in: inCurrency };
    made.set(currency, format);
    return format;
  };
  return inCurrency(null);
}

function amountsIn(locale: string, currency: string): Omit<Amounts, 'currency' | 'in'> {
  const withDigits = (digits: number) =>
    new Intl.NumberFormat(locale, {
      ...signed,
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const [whole, exact, hundredths] = [withDigits(0), withDigits(decimalsOf(currency)), withDigits(2)];
  return {
    money: (value) => written(whole, value),
    price: (value) => written(Number.isInteger(value) ? whole : exact, value),
    decimals: Math.max(2, decimalsOf(currency)),
    perUnit: (value) => written(hundredths, value),
  };
}

/** Caches formatters by number of digits: they are slow to create, and long tables format thousands of figures. */
function cached(make: (digits: number) => Intl.NumberFormat): (digits: number) => Intl.NumberFormat {
  const made = new Map<number, Intl.NumberFormat>();
  return (digits) => {
    const known = made.get(digits) ?? make(digits);
    made.set(digits, known);
    return known;
  };
}

/** Parses a moment, or a day as local noon, so that no time zone shifts it to another day. */
function momentOf(value: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T12:00:00` : value);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function relative(locale: string, away: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(away) >= size) return format.format(Math.trunc(away / size), unit);
  }
  return format.format(0, 'second');
}

function duration(minutes: number, number: (value: number) => string): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}\u00a0min`;
  return rest === 0 ? `${number(hours)}\u00a0h` : `${number(hours)}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
}
