// Parses the quick entry.
import type { WeekTicket } from '../../api/types.gen';
import { takeDuration, typedDuration } from '../../ui/duration';

/** The ticket chosen, and the minutes typed before it. */
export interface Picked {
  ticket: WeekTicket;
  minutes: number | undefined;
}

/** Splits the line into minutes and comment. Once a ticket is picked, everything typed is the comment. */
export function readLine(text: string, picked: Picked | null): { minutes: number | undefined; rest: string } {
  return picked?.minutes === undefined ? takeDuration(text) : { minutes: picked.minutes, rest: text.trim() };
}

/** The line after the ticket is unpicked, with its minutes restored. */
export const unpicked = (text: string, picked: Picked | null): string =>
  picked?.minutes === undefined ? text : `${typedDuration(picked.minutes)} ${text}`;
