// What a change of an entry sends: only what was changed, so that it does not undo what others changed meanwhile.
import type { TimePatch } from '../../api/types.gen';

/** differing are the fields of a form that are no longer what they were at the start. */
export function differing(start: TimePatch, now: TimePatch): TimePatch {
  return only(now, (field) => now[field] !== start[field]);
}

/** backOf takes a patch back: of what was, only the fields that it changed. */
export function backOf(patch: TimePatch, was: TimePatch): TimePatch {
  return only(was, (field) => field in patch);
}

export const isEmpty = (patch: TimePatch): boolean => Object.keys(patch).length === 0;

function only(patch: TimePatch, wanted: (field: keyof TimePatch) => boolean): TimePatch {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => wanted(field as keyof TimePatch)));
}
