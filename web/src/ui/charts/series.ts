// What a chart is given.

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
}

/** Mark is something that happened at a point: a triangle up or down at the foot of the chart. */
export interface Mark {
  index: number;
  kind: 'up' | 'down';
  label: string;
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
  /** The name of the axis along the foot and of the one up the side, with its unit. */
  across: string;
  up: string;
  series: readonly Series[];
  marks?: readonly Mark[];
  /** The index of today, for a line there. */
  today?: number | null;
  /** The start of the name of the file that can be downloaded. */
  file: string;
  height?: number;
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
