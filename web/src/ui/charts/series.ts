// Chart props.
import type { ReactNode } from 'react';
import type { ShapeKind } from './Shape';

export interface Series {
  key: string;
  label: string;
  values: readonly (number | null)[];
  /** One of five colours; dashes distinguish the lines without colour. */
  tone: 1 | 2 | 3 | 4 | 5;
  dash?: string;
  /** A value applies until the next one. */
  step?: boolean;
  /** Fills the area below the line. */
  area?: boolean;
  thin?: boolean;
  /** The name at the end of the line; by default the label, empty for none. */
  short?: string;
  /** The line continues across missing values. */
  bridge?: boolean;
  /** The shape drawn at its points. */
  shape?: ShapeKind;
  /** Omitted from the legend, because another line represents it. */
  unlisted?: boolean;
}

/** An event at a point: a triangle at the bottom of the chart. */
export interface Mark {
  index: number;
  kind: 'up' | 'down';
  label: string;
}

/** A named range of values, distinguishable by pattern. */
export interface Band {
  kind: 'good' | 'amber' | 'red';
  /** Omit for no lower bound. */
  from?: number;
  to?: number;
  label: string;
}

/** Fills the area that widens from the common start of lines to their ends. */
export interface Cone {
  key: string;
  tone: Series['tone'];
  /** Keys of its series, in the order of their ends. */
  of: readonly string[];
}

export interface ChartProps {
  title: string;
  /** A one-sentence summary of the chart, for screen readers and everyone else. */
  summary: string;
  /** Short names for the axis, and long names. */
  names: readonly string[];
  longNames: readonly string[];
  /** Names of the points in the downloaded file; the long names by default. */
  days?: readonly string[];
  /** Increasing positions along the axis, in any unit; evenly spaced by default. */
  places?: readonly number[];
  /** Names of the x and y axis, with the unit. */
  across: string;
  up: string;
  series: readonly Series[];
  /** Shown if there is nothing to draw. */
  empty?: string;
  marks?: readonly Mark[];
  /** The header of a column for the marks in the table behind the chart; omit to leave them out. */
  marksColumn?: string;
  bands?: readonly Band[];
  cones?: readonly Cone[];
  /** The index at which a vertical line marks today, and the line's name if it marks another day. */
  today?: number | null;
  todayLabel?: string;
  /** The axis does not have to include zero. */
  tight?: boolean;
  /** Formats values; plain numbers by default. */
  number?: (value: number) => string;
  /** The code of the currency of the values, for the header of the downloaded file. */
  currency?: string | null;
  /** Prefix of the file name for the download. */
  file: string;
  height?: number;
  /** Controls that change the chart; if given, the legend is below it. */
  actions?: ReactNode;
}

/** Describes the values at a point. */
export function describePoint(
  props: Pick<ChartProps, 'longNames' | 'series' | 'marks'>,
  index: number,
  number: (value: number) => string,
): { name: string; lines: { key: string; text: string; series: Series }[]; notes: string[] } {
  return {
    name: props.longNames[index] ?? '',
    lines: props.series.flatMap((series) => {
      const value = series.values[index] ?? null;
      return value === null ? [] : [{ key: series.key, text: number(value), series }];
    }),
    notes: (props.marks ?? []).filter((mark) => mark.index === index).map((mark) => mark.label),
  };
}
