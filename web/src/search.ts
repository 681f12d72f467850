// URL search parameters: plain names and values; each value of a list appears under the same name.

import { utc } from './days';

export type Raw = Record<string, unknown>;

export function parseSearch(text: string): Raw {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return found;
}

/** An empty value is left out, unless `empty` is set. */
export function stringifySearch(search: Raw, empty = false): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(search)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined && value !== null && (empty || value !== '')) query.append(name, String(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads a parameter that appears at most once. */
export function oneOf(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first === null || first === '' ? undefined : String(first);
}

/** Reads a parameter that may repeat; undefined if absent. */
export function listOf(raw: Raw, name: string): string[] | undefined {
  const value = raw[name];
  if (value === undefined || value === null || value === '') return undefined;
  return [value].flat().map(String);
}

/** Whether the text is a valid calendar day. */
export const isDay = (text: string): boolean => {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? utc(text) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

/** Reads a day; an invalid one is ignored, because the server would refuse it. */
export function dayIn(raw: Raw, name: string): string | undefined {
  const given = oneOf(raw, name);
  return given !== undefined && isDay(given) ? given : undefined;
}

/** The redirect target if it is a path in this app, otherwise the project list. */
export function safe(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/projects';
}
