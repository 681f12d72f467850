import type { SeenTime } from '../../api/time';
import type { TimeEntry, TimePatch } from '../../api/types.gen';

/** The patch that undoes another, given the previous values. */
export const backOf = (patch: TimePatch, was: TimePatch): TimePatch =>
  Object.fromEntries(Object.entries(was).filter(([field]) => field in patch));

/** A time entry as its reader sees it once a patch has been saved. */
export const afterwards = (was: SeenTime, patch: TimePatch, saved: TimeEntry | undefined): SeenTime => ({
  ...was,
  ...patch,
  version: saved?.version ?? was.version,
});

export const isEmpty = (patch: TimePatch): boolean => Object.keys(patch).length === 0;
