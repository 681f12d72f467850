import type { Language } from './texts';

export interface Format {
  /** 15 Nov 2026; of a date or a moment. */
  date: (value: string) => string;
  /** 15 Nov; the year only when it is not this one. */
  day: (value: string) => string;
  /** 15 Nov 2026, 09:30, in the reader's time zone. */
  dateTime: (value: string) => string;
  /** in 3 hours, 2 days ago. */
  relative: (value: string, now?: number) => string;
  number: (value: number, digits?: number) => string;
  /** CPI, SPI and the like: always with two decimals, so that they line up. */
  ratio: (value: number) => string;
  /** Of a share from 0 to 1. */
  percent: (share: number, digits?: number) => string;
  /** Money has no currency here: a figure is in whatever unit budget and rates were entered in. */
  money: (value: number) => string;
  points: (value: number | null) => string;
  /** 1 h 30, 45 min. */
  minutes: (value: number) => string;
  list: (values: string[]) => string;
  /** Compares names as a reader of the language expects. */
  compare: (a: string, b: string) => number;
}

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };
/** none is shown where there is no value. */
export const none = '–';

export function newFormat(language: Language): Format {
  const locale = locales[language];
  const full = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  // What rounds to nothing has no sign.
  const signed = { signDisplay: 'negative' } as const;
  const numbers = cached((digits) => new Intl.NumberFormat(locale, { ...signed, maximumFractionDigits: digits }));
  const percents = cached(
    (digits) => new Intl.NumberFormat(locale, { ...signed, style: 'percent', maximumFractionDigits: digits }),
  );
  const ratios = new Intl.NumberFormat(locale, { ...signed, minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const number = (value: number, digits = 0) => numbers(digits).format(value);
  const dates = new Intl.DateTimeFormat(locale, full);
  const days = new Intl.DateTimeFormat(locale, { ...full, year: undefined });
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
    compare: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare,
  };
}

/** cached makes a formatter once for each number of digits: they are dear to make, and long tables need thousands of figures. */
function cached(make: (digits: number) => Intl.NumberFormat): (digits: number) => Intl.NumberFormat {
  const made = new Map<number, Intl.NumberFormat>();
  return (digits) => {
    const known = made.get(digits) ?? make(digits);
    made.set(digits, known);
    return known;
  };
}

/** momentOf reads a moment, or a date as noon on that day here, so that no time zone moves it to another day. */
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
