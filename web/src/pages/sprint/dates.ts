import type { Sprint } from '../../api/types.gen';
import { addDays, daysBetween, utc } from '../../days';

const weekday = (day: string) => new Date(utc(day)).getUTCDay();

/** The day itself, or Monday if it falls on a weekend. */
export const workday = (day: string): string =>
  weekday(day) === 6 ? addDays(day, 2) : weekday(day) === 0 ? addDays(day, 1) : day;

export interface Plan {
  title: string;
  start: string;
  end: string;
}

/** Suggests the sprint after the last one: next number, same length, right after it. */
export function nextPlan(sprints: readonly Sprint[], today: string, word: string): Plan {
  const dated = sprints.filter((sprint) => sprint.end_date !== null);
  const last = dated.sort((a, b) => (a.end_date ?? '').localeCompare(b.end_date ?? '')).at(-1);
  const after = last?.end_date ? addDays(last.end_date, 1) : today;
  const start = workday(after < today ? today : after);
  const length = last?.start_date && last.end_date ? daysBetween(last.start_date, last.end_date) : null;
  return { title: nextTitle(sprints, last, word), start, end: addDays(start, length ?? defaultLength(start)) };
}

/** Two weeks; ends on the second Friday if it starts on a Monday. */
const defaultLength = (start: string) => (weekday(start) === 1 ? 11 : 13);

function nextTitle(sprints: readonly Sprint[], last: Sprint | undefined, word: string): string {
  const named = last ?? sprints.at(-1);
  const match = /^(.*?)(\d+)(\D*)$/.exec(named?.title ?? '');
  const taken = new Set(sprints.map((sprint) => sprint.title));
  for (let n = match ? Number(match[2]) + 1 : sprints.length + 1; ; n++) {
    const title = match ? `${match[1]}${n}` : `${word} ${n}`;
    if (!taken.has(title)) return title.trim();
  }
}

/** The non-empty lines of the text. */
export const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
