// The arithmetic of a week: days, rows, sums, and how a change looks before the server has answered.
import type { Week, WeekEntry, WeekRow, WeekTicket } from '../../api/types.gen';

export { isDay } from '../../search';

/** fullDay is what a calendar day holds, in minutes. */
export const fullDay = 24 * 60;

const dayLength = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** later is the day so many days after another. */
export const later = (day: string, days: number): string =>
  new Date(utc(day) + days * dayLength).toISOString().slice(0, 10);

/** weekNumber is the number of the week in its year, as ISO 8601 counts. */
export function weekNumber(monday: string): number {
  const thursday = later(monday, 3);
  const first = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor((utc(thursday) - utc(first)) / dayLength / 7) + 1;
}

export const sumOf = (entries: readonly WeekEntry[]): number => entries.reduce((sum, entry) => sum + entry.minutes, 0);
export const rowSum = (row: WeekRow): number => row.entries.reduce((sum, entries) => sum + sumOf(entries), 0);
export const weekSum = (week: Pick<Week, 'totals'>): number => week.totals.reduce((sum, minutes) => sum + minutes, 0);

/** emptyRow is a ticket on which nothing was logged. */
const emptyRow = (ticket: WeekTicket): WeekRow => ({ ticket, entries: Array.from({ length: 7 }, () => []) });

/**
 * rowsOf are the rows of a week by project and title, then those of tickets that were added or worked on of late and have
 * no time yet.
 */
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

/** Change is what happens to one entry: absent fields stay, minutes null: it goes. */
export interface Change {
  uuid: string;
  ticket: WeekTicket;
  day: string;
  minutes: number | null;
  comment?: string | null;
}

/** withChange is the week as it will be after a change of an entry, or a new one. */
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
    put(rows, change.ticket, day, { uuid: change.uuid, minutes: change.minutes, comment });
  }
  return counted(week, rows);
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

/** counted is a week with other rows. Its totals move by the difference, for they count more than the rows tell. */
function counted(week: Week, rows: readonly WeekRow[]): Week {
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

/** rightsOf is what the reader may do with the time of a ticket: log more of their own, change what is there. */
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

/** findEntry gives an entry of the week, with its ticket and day. */
export function findEntry(week: Week, uuid: string): (WeekEntry & { ticket: WeekTicket; day: string }) | undefined {
  for (const { ticket, entries } of week.rows) {
    for (const [index, list] of entries.entries()) {
      const entry = list.find((one) => one.uuid === uuid);
      if (entry !== undefined) return { ...entry, ticket, day: week.days[index] ?? '' };
    }
  }
  return undefined;
}
