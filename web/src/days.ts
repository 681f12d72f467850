// Day arithmetic. A day is a string such as 2026-11-15, never a point in time.

/** In milliseconds. */
export const dayLength = 86_400_000;

export const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Days since 1970. */
export const dayNumber = (day: string): number => utc(day) / dayLength;

/** The inverse of dayNumber. */
export const dayOf = (number: number): string => dateOf(number).toISOString().slice(0, 10);

/** The start of a day as a point in time. */
export const dateOf = (number: number): Date => new Date(number * dayLength);

export const addDays = (day: string, days: number): string => dayOf(dayNumber(day) + days);

export const daysBetween = (from: string, to: string): number => Math.round(dayNumber(to) - dayNumber(from));
