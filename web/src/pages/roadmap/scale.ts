// The time scale and its labels.

import { dateOf, dayLength } from '../../days';

export const zooms = ['fit', 'weeks', 'months', 'quarters'] as const;
export type Zoom = (typeof zooms)[number];

export interface TimeScale {
  /** The day at the left edge, and the day after the right edge. */
  first: number;
  end: number;
  /** Pixels per day. */
  perDay: number;
  width: number;
}

const perDay: Record<Exclude<Zoom, 'fit'>, number> = { weeks: 18, months: 6, quarters: 2 };
/** Maximum width in pixels; browsers cannot draw a wider element. */
const widest = 40_000;

/** Fits all days with some padding, and fills the available width. */
export function scaleOf(days: readonly number[], zoom: Zoom, room: number): TimeScale {
  const low = days.reduce((a, b) => Math.min(a, b));
  const high = days.reduce((a, b) => Math.max(a, b));
  const air = Math.max(4, Math.ceil((high - low) * 0.04));
  const first = low - air;
  const needed = high + 1 + air - first;
  const wanted = zoom === 'fit' ? room / needed : perDay[zoom];
  const size = Math.min(wanted, widest / needed);
  const end = Math.max(first + needed, first + Math.ceil(room / size));
  return { first, end, perDay: size, width: (end - first) * size };
}

export const placeOf = (scale: TimeScale, day: number): number => (day - scale.first) * scale.perDay;

export interface Tick {
  /** Its start as a day and in pixels, and its width. */
  day: number;
  x: number;
  width: number;
  label: string;
}

export type Unit = 'week' | 'month' | 'quarter' | 'year';

/** The units of the two label rows at a scale. */
export function unitsOf(scale: TimeScale): { upper: Unit; lower: Unit } {
  if (scale.perDay >= 5) return { upper: 'month', lower: 'week' };
  if (scale.perDay >= 1.1) return { upper: 'year', lower: 'month' };
  return { upper: 'year', lower: scale.perDay >= 0.35 ? 'quarter' : 'year' };
}

/** Splits the timeline into weeks, months, quarters or years; the first and last may be partial. */
export function ticksOf(scale: TimeScale, unit: Unit, label: (date: Date, unit: Unit) => string): Tick[] {
  const ticks: Tick[] = [];
  for (let day = startOf(scale.first, unit); day < scale.end; ) {
    const next = nextOf(day, unit);
    const from = Math.max(day, scale.first);
    const to = Math.min(next, scale.end);
    const name = label(dateOf(day), unit);
    ticks.push({ day, x: placeOf(scale, from), width: (to - from) * scale.perDay, label: name });
    day = next;
  }
  return ticks;
}

const partsOf = (day: number) => {
  const date = dateOf(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), weekday: (date.getUTCDay() + 6) % 7 };
};
const firstOf = (year: number, month: number) => Date.UTC(year, month, 1) / dayLength;

function startOf(day: number, unit: Unit): number {
  const { year, month, weekday } = partsOf(day);
  if (unit === 'week') return day - weekday;
  return firstOf(year, { month, quarter: month - (month % 3), year: 0 }[unit]);
}

function nextOf(start: number, unit: Unit): number {
  if (unit === 'week') return start + 7;
  const { year, month } = partsOf(start);
  return firstOf(year, month + { month: 1, quarter: 3, year: 12 }[unit]);
}

/**
 * The side of a mark on which its label is placed, and how much room it has there: to the right or, if it does not fit there
 * and the left has more room, to the left.
 */
export function sideOf(scale: TimeScale, x: number, width: number): { flipped: boolean; room: number } {
  const right = scale.width - x;
  const flipped = width > right && x > right;
  return { flipped, room: flipped ? x : right };
}

/** Half the width of today's tag. */
const todayHalf = 30;

/**
 * The place of the tag for the end, given the x-coordinates of the end and of today: the distance of its left or right edge from
 * that edge of the timeline. It never leaves the timeline, and it is raised if it would otherwise cover today's tag.
 */
export function endTagAt(
  scale: TimeScale,
  end: number,
  today: number,
  width: number,
): { left?: number; right?: number; raised: boolean } {
  const left = Math.max(end, today + todayHalf);
  if (left + width <= scale.width) return { left, raised: false };
  const right = Math.max(0, scale.width - end);
  return { right, raised: scale.width - right - width < today + todayHalf };
}

/** Spreads labelled marks over as few rows as possible without overlap. */
export function lanesOf(marks: readonly { x: number; width: number }[]): number[] {
  const ends: number[] = [];
  return marks.map(({ x, width }) => {
    const free = ends.findIndex((end) => end <= x);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = x + width;
    return lane;
  });
}
