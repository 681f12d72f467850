// Durations as people type them, in English and in French.

/** Minutes in a working day, as everywhere in Earnest. */
export const workDay = 480;
/** Maximum minutes of one entry. */
export const mostMinutes = 100_000;
/** A bare whole number below this means hours, otherwise minutes, because nobody works that many hours. */
const minutesFrom = 15;

const days = /(\d+(?:\.\d+)?)\s*(?:d|days?|j|jours?)/;
const hours = /(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?|heures?)/;
const minutes = /(\d+)\s*(?:m|mn|mins?|minutes?)/;
const pattern = new RegExp(
  `^(?:${days.source})?\\s*(?:${hours.source}(?:\\s?(\\d{1,2})(?!\\d|\\s*m))?)?\\s*(?:${minutes.source})?$`,
);

/**
 * Parses "1h30", "1:30", "90", "45 min", "0.5d", "1,5 h", "1j 2h" into minutes. A bare number means hours if it is below 15 or has
 * decimals, else minutes. Undefined if empty or invalid.
 */
export function parseDuration(text: string): number | undefined {
  const given = text.trim().toLowerCase().replace(/,/g, '.');
  const clock = /^(\d+):([0-5]\d)$/.exec(given);
  if (clock) return within(Number(clock[1]) * 60 + Number(clock[2]));
  if (/^\d+(?:\.\d+)?$/.test(given)) return within(bare(given));
  const match = pattern.exec(given);
  if (match === null || given === '') return undefined;
  const [, day, hour, rest, minute] = match.map((part) => Number(part ?? 0));
  if (match[3] !== undefined && match[4] !== undefined) return undefined;
  return within((day ?? 0) * workDay + (hour ?? 0) * 60 + (rest ?? 0) + (minute ?? 0));
}

const bare = (given: string): number =>
  Number(given) >= minutesFrom && !given.includes('.') ? Number(given) : Number(given) * 60;

function within(value: number): number | undefined {
  const whole = Math.round(value);
  return whole >= 1 && whole <= mostMinutes ? whole : undefined;
}

/**
 * Parses the longest duration at the start of a line and returns the rest. Separate minutes need two digits or a unit: in "2h 3
 * tickets" the 3 counts tickets.
 */
export function takeDuration(line: string): { minutes: number | undefined; rest: string } {
  const words = line.trim().split(/\s+/).filter(Boolean);
  for (let taken = Math.min(words.length, 6); taken > 0; taken--) {
    if (taken > 1 && /^\d$/.test(words[taken - 1] ?? '')) continue;
    const read = parseDuration(words.slice(0, taken).join(' '));
    if (read !== undefined) return { minutes: read, rest: words.slice(taken).join(' ') };
  }
  return { minutes: undefined, rest: words.join(' ') };
}

/** A duration as one would type it: 1h30, 45m. */
export function typedDuration(value: number): string {
  const whole = Math.floor(value / 60);
  const rest = value % 60;
  if (whole === 0) return `${rest}m`;
  return rest === 0 ? `${whole}h` : `${whole}h${String(rest).padStart(2, '0')}`;
}
