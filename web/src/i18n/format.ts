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
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 }).format(value);
  return {
    date: (value) => new Intl.DateTimeFormat(locale, full).format(momentOf(value)),
    day: (value) => {
      const moment = momentOf(value);
      const year = moment.getFullYear() === new Date().getFullYear() ? undefined : ('numeric' as const);
      return new Intl.DateTimeFormat(locale, { ...full, year }).format(moment);
    },
    dateTime: (value) =>
      new Intl.DateTimeFormat(locale, { ...full, hour: '2-digit', minute: '2-digit' }).format(momentOf(value)),
    relative: (value, now = Date.now()) => relative(locale, momentOf(value).getTime() - now),
    number,
    ratio: (value) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    money: (value) => number(value),
    points: (value) => (value === null ? none : number(value, 1)),
    minutes: (value) => duration(value, number),
    list: (values) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(values),
    compare: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare,
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
