// Day arithmetic. A day is a string such as 2026-11-15, never a moment.

const dayLength = 86_400_000;

export const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(utc(day) + days * dayLength).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayLength);
