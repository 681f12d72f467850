// Durations as people type them.

/** A day of work in minutes, as everywhere in Earnest. */
export const day = 480;
/** The most that one entry may hold. */
const most = 100_000;

const pattern =
  /^(?:(\d+(?:\.\d+)?)\s*[dj])?\s*(?:(\d+(?:\.\d+)?)\s*h(?:\s?(\d{1,2})(?!\d*\s*m))?)?\s*(?:(\d+)\s*m(?:in)?)?$/;

/**
 * parseDuration reads "1h30", "1:30", "45m", "0.5d", "1,5 h", "1j 2h" as minutes. A number alone is hours, as most people
 * mean it. Undefined for what it cannot read, and for nothing at all.
 */
export function parseDuration(text: string): number | undefined {
  const given = text.trim().toLowerCase().replace(/,/g, '.');
  const clock = /^(\d+):([0-5]\d)$/.exec(given);
  if (clock) return within(Number(clock[1]) * 60 + Number(clock[2]));
  const bare = /^(\d+(?:\.\d+)?)$/.exec(given);
  if (bare) return within(Number(bare[1]) * 60);
  const match = pattern.exec(given);
  if (match === null || given === '') return undefined;
  const [, days, hours, rest, minutes] = match.map((part) => Number(part ?? 0));
  if (match[3] !== undefined && match[4] !== undefined) return undefined;
  return within((days ?? 0) * day + (hours ?? 0) * 60 + (rest ?? 0) + (minutes ?? 0));
}

function within(minutes: number): number | undefined {
  const whole = Math.round(minutes);
  return whole >= 1 && whole <= most ? whole : undefined;
}
