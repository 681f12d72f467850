// What the line that logs time means.
import type { WeekTicket } from '../../api/types.gen';
import { takeDuration, typedDuration } from '../../ui/duration';

/** Picked is the ticket that was chosen, and the minutes that stood before its letters. */
export interface Picked {
  ticket: WeekTicket;
  minutes: number | undefined;
}

/** readLine reads the minutes and the words. Once the minutes are taken with the ticket, all that is typed is words. */
export function readLine(text: string, picked: Picked | null): { minutes: number | undefined; rest: string } {
  return picked?.minutes === undefined ? takeDuration(text) : { minutes: picked.minutes, rest: text.trim() };
}

/** unpicked is the line once another ticket is wanted: the minutes are back in it. */
export const unpicked = (text: string, picked: Picked | null): string =>
  picked?.minutes === undefined ? text : `${typedDuration(picked.minutes)} ${text}`;
