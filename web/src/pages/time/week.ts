// Week arithmetic: days, rows, totals, and optimistic updates.

import type { Week, WeekEntry, WeekRow, WeekTicket } from '../../api/types.gen';
import { addDays, daysBetween } from '../../days';

/** Minutes in a calendar day. */
export const fullDay = 24 * 60;

/** The ISO 8601 week number. */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3);
  const first = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor(daysBetween(first, thursday) / 7) + 1;
}

export const sumOf = (entries: readonly WeekEntry[]): number => entries.reduce((sum, entry) => sum + entry.minutes, 0);
export const rowSum = (row: WeekRow): number => row.entries.reduce((sum, entries) => sum + sumOf(entries), 0);
export const weekSum = (week: Pick<Week, 'totals'>): number => week.totals.reduce((sum, minutes) => sum + minutes, 0);

/** A ticket as messages name it. */
export const named = ({ key, title }: Pick<WeekTicket, 'key' | 'title'>): string => `${key} ${title}`;

const emptyRow = (ticket: WeekTicket): WeekRow => ({ ticket, entries: Array.from({ length: 7 }, () => []) });

/** The rows of a week, sorted by project and title, followed by added or recent tickets that have no time yet. */
export function rowsOf(
  week: Pick<Week, 'rows'>,
  further: readonly WeekTicket[],
  compare: (a: string, b: string) => number,
): WeekRow[] {
  const logged = week.rows.toSorted(
    (a, b) => compare(a.ticket.project, b.ticket.project) || compare(a.ticket.title, b.ticket.title),
  );
  const seen = new Set(logged.map((row) => row.ticket.uuid));
  const rest = further.filter((ticket) => !seen.has(ticket.uuid) && seen.add(ticket.uuid));
  return [...logged, ...rest.map(emptyRow)];
}

/** A change to one entry: omitted fields stay unchanged, and null minutes delete the entry. */
export interface Change {
  uuid: string;
  ticket: WeekTicket;
  day: string;
  minutes: number | null;
  comment?: string | null;
}

/** The week after an entry is changed or added. */
export function withChange(week: Week, change: Change): Week {
  let kept: WeekEntry | undefined;
  const rows = week.rows.map((row) => ({
    ...row,
    entries: row.entries.map((entries) =>
      entries.filter((entry) => {
        if (entry.uuid === change.uuid) kept = entry;
        return entry.uuid !== change.uuid;
      }),
    ),
  }));
  const day = week.days.indexOf(change.day);
  if (change.minutes !== null && day >= 0) {
    const comment = change.comment === undefined ? (kept?.comment ?? null) : change.comment;
    put(rows, change.ticket, day, {
      uuid: change.uuid,
      minutes: change.minutes,
      comment,
      version: kept?.version ?? '',
    });
  }
  return withRows(week, rows);
}

function put(rows: WeekRow[], ticket: WeekTicket, day: number, entry: WeekEntry): void {
  let row = rows.find((one) => one.ticket.uuid === ticket.uuid);
  if (row === undefined) {
    row = emptyRow(ticket);
    rows.push(row);
  }
  row.entries[day]?.push(entry);
}

const daySum = (rows: readonly WeekRow[], day: number): number =>
  rows.reduce((sum, row) => sum + sumOf(row.entries[day] ?? []), 0);

/** A week with new rows. Totals change by the difference, because they include time the rows do not show. */
function withRows(week: Week, rows: readonly WeekRow[]): Week {
  const totals = week.totals.map((minutes, day) => minutes + daySum(rows, day) - daySum(week.rows, day));
  const missing = week.days.filter(
    (day, index) =>
      week.mine &&
      index < 5 &&
      totals[index] === 0 &&
      (week.missing.includes(day) || ((week.totals[index] ?? 0) > 0 && day <= week.today)),
  );
  return { ...week, rows: rows.filter((row) => rowSum(row) > 0), totals, missing };
}

/** The week with another version of an entry, and otherwise as it is. */
export const withVersion = (week: Week, uuid: string, version: string): Week => ({
  ...week,
  rows: week.rows.map((row) => ({
    ...row,
    entries: row.entries.map((entries) =>
      entries.map((entry) => (entry.uuid === uuid ? { ...entry, version } : entry)),
    ),
  })),
});

/** Whether the reader can log time on a ticket, and edit existing entries. */
export function rightsOf(
  week: Pick<Week, 'mine' | 'projects'>,
  ticket: WeekTicket,
): { mayLog: boolean; mayChange: boolean } {
  const project = week.projects.find((one) => one.uuid === ticket.project_uuid);
  const write = project?.write ?? false;
  return {
    mayLog: week.mine && write && !ticket.deleted,
    mayChange: write && (week.mine || project?.manage === true),
  };
}

export function findEntry(week: Week, uuid: string): (WeekEntry & { ticket: WeekTicket; day: string }) | undefined {
  for (const { ticket, entries } of week.rows) {
    for (const [index, list] of entries.entries()) {
      const entry = list.find((one) => one.uuid === uuid);
      if (entry !== undefined) return { ...entry, ticket, day: week.days[index] ?? '' };
    }
  }
  return undefined;
}
