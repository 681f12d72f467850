// Sends only changed fields, so as not to overwrite what others changed meanwhile.
import type { TimePatch } from '../../api/types.gen';

export function differing(start: TimePatch, now: TimePatch): TimePatch {
  return only(now, (field) => now[field] !== start[field]);
}

/** The patch that undoes another, given the previous values. */
export function backOf(patch: TimePatch, was: TimePatch): TimePatch {
  return only(was, (field) => field in patch);
}

export const isEmpty = (patch: TimePatch): boolean => Object.keys(patch).length === 0;

function only(patch: TimePatch, wanted: (field: keyof TimePatch) => boolean): TimePatch {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => wanted(field as keyof TimePatch)));
}
