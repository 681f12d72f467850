// The static part of a chart.
import { dayNumber } from '../../days';
import { useFormat, useT } from '../../i18n';
import { ChartBackground } from './ChartBackground';
import classes from './charts.module.css';
import { type Box, Grid, innerWidth, yOf } from './Grid';
import { lineOf, toneOf } from './Legend';
import { Shape } from './Shape';
import {
  across,
  calendarTicks,
  fittingLabels,
  isolated,
  lastOf,
  type Point,
  pathOf,
  positionsOf,
  type Scale,
  spreadLabels,
} from './scale';
import type { ChartProps, Series } from './series';

/** Below this width, there is no room for line names; the legend shows them. */
const narrow = 420;

/** Leaves room for the axes, and on the right for the names of the lines. */
export function boxOf(props: ChartProps, width: number, height: number, scale: Scale, number: Shown): Box {
  const digits = Math.max(...scale.ticks.map((tick) => number(tick).length));
  const ends = props.series.filter((series) => lastOf(series.values) === props.names.length - 1);
  const longest = Math.max(0, ...ends.map((series) => endName(series).length));
  const right = width < narrow ? 12 : Math.min(140, 20 + longest * 7);
  const places = positionsOf(props.names.length, props.places);
  return { width, height, left: 16 + digits * 7.5, right, top: 28, bottom: 44, places };
}

const endName = (series: Series): string => series.short ?? series.label;

export type Shown = (value: number) => string;

const innerHeight = (box: Box): number => Math.max(1, box.height - box.top - box.bottom);

/** The x coordinate of a point. */
export const xOf = (box: Box, count: number, index: number): number =>
  box.left + (box.places?.[index] ?? across(index, count, 1)) * innerWidth(box);

/** The coordinates of a value. */
export function pointOf(box: Box, scale: Scale, count: number, index: number, value: number | null): Point | null {
  if (value === null) return null;
  return {
    x: xOf(box, count, index),
    y: yOf(box, scale, value),
  };
}

export function Plot(props: ChartProps & { box: Box; scale: Scale }) {
  return (
    <>
      <ChartBackground {...props} />
      <Axes {...props} />
      <Today {...props} />
      <Marks {...props} />
      {props.series.map((series) => (
        <Line key={series.key} box={props.box} scale={props.scale} series={series} count={props.names.length} />
      ))}
      {props.box.width >= narrow && <Names {...props} />}
    </>
  );
}

function Axes(props: ChartProps & { box: Box; scale: Scale }) {
  const format = useFormat();
  const number = props.number ?? ((value: number) => format.number(value, 2));
  const notches = labelsOf(props, format.day).map(({ key, x, text }) => ({
    key,
    place: x - props.box.left,
    label: text,
  }));
  return <Grid {...props} show={number} notches={notches} />;
}

/** Labels along the x axis: for some of the points or, on a time axis, for calendar days. */
function labelsOf(props: ChartProps & { box: Box }, named: (day: string) => string) {
  const { box, names, days, places } = props;
  const width = innerWidth(box);
  const [first, last] = [days?.[0], days?.[days.length - 1]];
  if (places === undefined || first === undefined || last === undefined || first === last) {
    const widths = names.map((name) => name.length * 6.5);
    const shown = fittingLabels(box.places ?? positionsOf(names.length), widths, width);
    return shown.map((index) => ({ key: String(index), x: xOf(box, names.length, index), text: names[index] ?? '' }));
  }
  const [from, to] = [dayNumber(first), dayNumber(last)];
  return calendarTicks(first, last, width / 86).map((day) => ({
    key: day,
    x: box.left + ((dayNumber(day) - from) / (to - from)) * width,
    text: named(day),
  }));
}

function Today(props: ChartProps & { box: Box }) {
  const t = useT();
  const { box, today } = props;
  if (today === null || today === undefined) return null;
  const x = xOf(box, props.names.length, today);
  const late = x > box.width * 0.8;
  return (
    <g>
      <line className={classes.today} x1={x} x2={x} y1={box.top - 4} y2={box.height - box.bottom} />
      <text className={classes.axis} x={late ? x - 4 : x + 4} y={box.top - 6} textAnchor={late ? 'end' : 'start'}>
        {props.todayLabel ?? t('charts.today')}
      </text>
    </g>
  );
}

/** Marks at the bottom of the plot. */
function Marks(props: ChartProps & { box: Box }) {
  const { box } = props;
  const foot = box.height - box.bottom;
  return (props.marks ?? []).map((mark) => {
    const x = xOf(box, props.names.length, mark.index);
    const shape = mark.kind === 'up' ? `M${x - 5} ${foot}h10l-5 -9z` : `M${x - 5} ${foot - 9}h10l-5 9z`;
    return <path key={`${mark.kind}${mark.index}`} className={classes[mark.kind]} d={shape} />;
  });
}

function Line(props: { box: Box; scale: Scale; series: Series; count: number }) {
  const { box, scale, series, count } = props;
  const spots = series.values.map((value, index) => pointOf(box, scale, count, index, value));
  const [first, last] = [spots.find((spot) => spot !== null), spots.findLast((spot) => spot !== null)];
  const path = pathOf(spots, series.step, series.bridge);
  const foot = box.height - box.bottom;
  return (
    <g className={toneOf(series)}>
      {series.area && first && last && <path className={classes.area} d={`${path}V${foot}H${first.x}Z`} />}
      <path className={lineOf(series)} d={path} strokeDasharray={series.dash} />
      {shapedOf(series, spots).map((spot) => (
        <Shape key={spot.x} kind={series.shape ?? 'circle'} x={spot.x} y={spot.y} r={4} />
      ))}
    </g>
  );
}

/** Points drawn as shapes: all of them if the line has a shape (only the last if it bridges gaps), else the isolated ones. */
function shapedOf(series: Series, spots: readonly (Point | null)[]): Point[] {
  if (series.shape === undefined) return isolated(spots);
  const known = spots.filter((spot) => spot !== null);
  return series.bridge ? known.slice(-1) : known;
}

/** Names at the ends of the lines, so that nobody depends on the legend's colours. */
function Names(props: ChartProps & { box: Box; scale: Scale }) {
  const { box, scale, series, names } = props;
  const ends = series.flatMap((one) => {
    const index = lastOf(one.values);
    const spot = index < 0 ? null : pointOf(box, scale, names.length, index, one.values[index] ?? null);
    return spot === null || endName(one) === '' ? [] : [{ one, spot }];
  });
  const ys = spreadLabels(
    ends.map(({ spot }) => spot.y + 4),
    15,
    box.top + innerHeight(box),
  );
  return ends.map(({ one, spot }, n) => (
    <g key={one.key} className={toneOf(one)}>
      <text className={classes.name} x={spot.x + 8} y={ys[n]}>
        {endName(one)}
      </text>
    </g>
  ));
}
