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
  /** CPI, SPI and other ratios: always two decimals, so they line up. */
  ratio: (value: number) => string;
  /** Takes a share from 0 to 1. */
  percent: (share: number, digits?: number) => string;
  /** Without a currency: amounts are in whatever unit the budget and rates use. */
  money: (value: number) => string;
  points: (value: number | null) => string;
  /** 1 h 30, 45 min. */
  minutes: (value: number) => string;
  list: (values: string[]) => string;
  /** Takes a number from 1 for Monday to 7 for Sunday. */
  weekday: (day: number) => string;
  /** Compares names by the rules of the language. */
  compare: (a: string, b: string) => number;
}

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };
/** Shown in place of a missing value. */
export const none = '–';

export function newFormat(language: Language): Format {
  const locale = locales[language];
  const full = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  // A value that rounds to zero has no sign.
  const signed = { signDisplay: 'negative' } as const;
  const numbers = cached((digits) => new Intl.NumberFormat(locale, { ...signed, maximumFractionDigits: digits }));
  const percents = cached(
    (digits) => new Intl.NumberFormat(locale, { ...signed, style: 'percent', maximumFractionDigits: digits }),
  );
  const ratios = new Intl.NumberFormat(locale, { ...signed, minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const number = (value: number, digits = 0) => numbers(digits).format(value);
  const dates = new Intl.DateTimeFormat(locale, full);
  const days = new Intl.DateTimeFormat(locale, { ...full, year: undefined });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { ...full, hour: '2-digit', minute: '2-digit' });
  return {
    date: (value) => dates.format(momentOf(value)),
    day: (value) => {
      const moment = momentOf(value);
      return (moment.getFullYear() === new Date().getFullYear() ? days : dates).format(moment);
    },
    dateTime: (value) => moments.format(momentOf(value)),
    relative: (value, now = Date.now()) => relative(locale, momentOf(value).getTime() - now),
    number,
    ratio: (value) => ratios.format(value),
    percent: (share, digits = 0) => percents(digits).format(share),
    money: (value) => number(value),
    points: (value) => (value === null ? none : number(value, 1)),
    minutes: (value) => duration(value, number),
    list: (values) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(values),
    weekday: (day) => weekdays.format(Date.UTC(2024, 0, day)), // 1 January 2024 was a Monday
    compare: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare,
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
