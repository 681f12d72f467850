// The part of an address after the question mark: plain names and values, a list repeats its name.

export type Raw = Record<string, unknown>;

export function parseSearch(text: string): Raw {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return found;
}

export function stringifySearch(search: Raw): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(search)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined && value !== null && value !== '') query.append(name, String(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** oneOf reads a value that is there at most once. */
export function oneOf(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first === null || first === '' ? undefined : String(first);
}

/** listOf reads a value that may be there several times; undefined when it is not there at all. */
export function listOf(raw: Raw, name: string): string[] | undefined {
  const value = raw[name];
  if (value === undefined || value === null || value === '') return undefined;
  return [value].flat().map(String);
}

/** isDay tells whether a text is a day of the calendar. */
export const isDay = (text: string): boolean => {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

/** dayIn reads a day; what is none is left out, because the server would refuse it. */
export function dayIn(raw: Raw, name: string): string | undefined {
  const given = oneOf(raw, name);
  return given !== undefined && isDay(given) ? given : undefined;
}

/** safe lets an address that came from outside lead only into this app. */
export function safe(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/projects';
}
