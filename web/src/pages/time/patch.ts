import type { TimePatch } from '../../api/types.gen';

/** The patch that undoes another, given the previous values. */
export const backOf = (patch: TimePatch, was: TimePatch): TimePatch =>
  Object.fromEntries(Object.entries(was).filter(([field]) => field in patch));

export const isEmpty = (patch: TimePatch): boolean => Object.keys(patch).length === 0;
