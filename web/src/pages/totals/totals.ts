// Time by person and project, as a table and as a file.
import type { TimeTotals } from '../../api/types.gen';

export interface Line {
  user_id: number;
  name: string;
  /** One per column. */
  minutes: number[];
  total: number;
  days: number;
}

export interface Matrix {
  columns: TimeTotals['projects'];
  lines: Line[];
  /** One per column. */
  sums: number[];
  total: number;
}

/** Sorts people by name and projects by time logged. */
export function matrixOf(totals: TimeTotals, compare: (a: string, b: string) => number): Matrix {
  const columns = totals.projects
    .filter((project) => project.minutes > 0)
    .toSorted((a, b) => b.minutes - a.minutes || compare(a.name, b.name));
  const found = new Map(totals.cells.map((cell) => [`${cell.user_id} ${cell.project_uuid}`, cell.minutes]));
  const lines = totals.people
    .toSorted((a, b) => compare(a.name, b.name) || a.user_id - b.user_id)
    .map(({ user_id, name, minutes, days }) => ({
      user_id,
      name,
      minutes: columns.map((project) => found.get(`${user_id} ${project.uuid}`) ?? 0),
      total: minutes,
      days,
    }));
  return { columns, lines, sums: columns.map((project) => project.minutes), total: totals.minutes };
}

/** File rows: a header, one row per person in hours, and the totals. */
export function rowsOfFile(
  { columns, lines, sums, total }: Matrix,
  words: { person: string; total: string; days: string; hours: string },
): (string | number | null)[][] {
  const unit = (name: string) => `${name} (${words.hours})`;
  const hours = (minutes: number) => minutes / 60;
  return [
    [words.person, ...columns.map((project) => unit(project.name)), unit(words.total), words.days],
    ...lines.map((line) => [line.name, ...line.minutes.map(hours), hours(line.total), line.days]),
    [words.total, ...sums.map(hours), hours(total), null],
  ];
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (year: number, month: number, day: number): string => {
  const moment = new Date(Date.UTC(year, month, day));
  return `${moment.getUTCFullYear()}-${two(moment.getUTCMonth() + 1)}-${two(moment.getUTCDate())}`;
};

export const ranges = ['thisWeek', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type Range = (typeof ranges)[number];

/** The first and last day of a preset range. */
export function rangeOf(range: Range, today: string): { from: string; to: string } {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  switch (range) {
    case 'thisWeek':
      return { from: dayOf(year, month - 1, day - weekday), to: dayOf(year, month - 1, day - weekday + 6) };
    case 'thisMonth':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'lastMonth':
      return { from: dayOf(year, month - 2, 1), to: dayOf(year, month - 1, 0) };
    case 'thisYear':
      return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) };
  }
}
