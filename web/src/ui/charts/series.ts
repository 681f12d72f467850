// What a chart is given.
import type { ReactNode } from 'react';
import type { ShapeKind } from './Shape';

export interface Series {
  key: string;
  label: string;
  values: readonly (number | null)[];
  /** One of five colours; dashes tell the lines apart for those who do not see colours. */
  tone: 1 | 2 | 3 | 4 | 5;
  dash?: string;
  /** A value holds until the next one. */
  step?: boolean;
  /** Fills the ground below the line. */
  area?: boolean;
  thin?: boolean;
  /** What stands at the end of the line; the label when absent, nothing when empty. */
  short?: string;
  /** The line goes on over points without a value. */
  bridge?: boolean;
  /** Drawn on its points. */
  shape?: ShapeKind;
  /** Not in the legend: another line stands there for it. */
  unlisted?: boolean;
}

/** Mark is something that happened at a point: a triangle up or down at the foot of the chart. */
export interface Mark {
  index: number;
  kind: 'up' | 'down';
  label: string;
}

/** Band is a range of values with a name: a pattern tells it from the others without colours. */
export interface Band {
  kind: 'good' | 'amber' | 'red';
  /** Absent: it has no bound on this side. */
  from?: number;
  to?: number;
  label: string;
}

/** Cone fills what lies between lines that part: it is the outline of their first and last points. */
export interface Cone {
  key: string;
  tone: Series['tone'];
  /** The keys of its series, in the order of their ends. */
  of: readonly string[];
}

export interface ChartProps {
  title: string;
  /** What the chart says in a sentence, for those who do not see it and for those who wonder. */
  summary: string;
  /** The short names of the points along the axis, and their long names. */
  names: readonly string[];
  longNames: readonly string[];
  /** What stands for them in the file; the long names when absent. */
  days?: readonly string[];
  /** Where the points stand along the axis, in any unit, rising; evenly when absent. */
  places?: readonly number[];
  /** The name of the axis along the foot and of the one up the side, with its unit. */
  across: string;
  up: string;
  series: readonly Series[];
  marks?: readonly Mark[];
  bands?: readonly Band[];
  cones?: readonly Cone[];
  /** The index of today, for a line there, and its name where it is another day. */
  today?: number | null;
  todayLabel?: string;
  /** The axis holds the values only, not zero as well. */
  tight?: boolean;
  /** How values are written; plain numbers when absent. */
  number?: (value: number) => string;
  /** The start of the name of the file that can be downloaded. */
  file: string;
  height?: number;
  /** What changes how it is drawn; the legend then stands below. */
  actions?: ReactNode;
}

/** readout says the values at a point in words. */
export function readout(
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
