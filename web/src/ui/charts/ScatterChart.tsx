import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { dayNumber, dayOf } from '../../days';
import { useFormat, useT } from '../../i18n';
import { ChartFrame, Stepper, TipBox } from './ChartFrame';
import classes from './charts.module.css';
import { type Box, Grid, gridBox, innerWidth, yOf } from './Grid';
import { RowsData, type RowsDataProps } from './RowsData';
import { interpolate, type Point, type Scale, scaleOf, spreadLabels } from './scale';
import { daysBetween, nearestSpot } from './scatter';

/** A named value, drawn as a horizontal line. */
export interface Level {
  key: string;
  label: string;
  value: number;
  dash: string;
}

interface ScatterChartProps {
  title: string;
  summary: string;
  /** In date order, which is also the keyboard order. */
  points: readonly { key: string; day: string; value: number; name: string; text: string }[];
  levels: readonly Level[];
  across: string;
  up: string;
  pointLabel: string;
  data: Omit<RowsDataProps, 'title'>;
  /** Opens the item that a point represents. */
  onOpen: (key: string) => void;
  height?: number;
}

/** One dot per event. The arrow keys step through the dots; Enter opens one. */
export function ScatterChart(props: ScatterChartProps) {
  const t = useT();
  return (
    <ChartFrame
      title={props.title}
      summary={props.summary}
      empty={props.points.length === 0 ? t('charts.empty') : undefined}
      legend={<ScatterLegend {...props} />}
    >
      <Stage {...props} />
      <RowsData title={props.title} {...props.data} />
    </ChartFrame>
  );
}

/** Below this width, there is no room for level names; the legend shows them. */
const narrow = 520;

function Stage(props: ScatterChartProps) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const { points } = props;
  const height = props.height ?? 340;
  const show = (value: number) => format.number(value, 1);
  const scale = scaleOf([...points.map((point) => point.value), ...props.levels.map((level) => level.value)]);
  const named = width >= narrow;
  const longest = Math.max(0, ...props.levels.map((level) => level.label.length));
  const box = gridBox(width, height, scale.ticks.map(show), named ? 20 + longest * 7 : 16);
  const days = points.map((point) => dayNumber(point.day));
  const span = { first: Math.min(...days), last: Math.max(...days) };
  const place = (day: number) => interpolate(day, span.first, span.last, 6, innerWidth(box) - 6);
  const spots = points.map(
    (point, n): Point => ({ x: box.left + place(days[n] ?? 0), y: yOf(box, scale, point.value) }),
  );
  const find = (event: PointerEvent<SVGSVGElement>): number | null => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const found = nearestSpot(spots, { x: event.clientX - left, y: event.clientY - top }, 24);
    return found < 0 ? null : found;
  };
  const notches = daysBetween(span.first, span.last, innerWidth(box) / 84).map((day) => ({
    key: day,
    place: place(day),
    label: format.day(dayOf(day)),
  }));
  const open = (n: number | null) => {
    const point = n === null ? undefined : points[n];
    if (point) props.onOpen(point.key);
  };
  const here = at === null ? undefined : points[at];
  const spot = at === null ? undefined : spots[at];
  return (
    <div ref={ref} className={classes.plot} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={props.summary}
          style={{ cursor: here ? 'pointer' : undefined }}
          onPointerMove={(event) => setAt(find(event))}
          onPointerLeave={() => setAt(null)}
          onPointerUp={(event) => open(find(event))}
        >
          <Grid box={box} scale={scale} show={show} notches={notches} up={props.up} across={props.across} />
          <Levels levels={props.levels} box={box} scale={scale} named={named} />
          <g className={classes.tone1}>
            {spots.map((one, n) => (
              <circle key={points[n]?.key} className={classes.speck} cx={one.x} cy={one.y} r={5} />
            ))}
            {spot && <circle className={classes.dot} cx={spot.x} cy={spot.y} r={7} />}
          </g>
        </svg>
      )}
      <Stepper
        title={props.title}
        count={points.length}
        at={at}
        start={points.length - 1}
        text={(n) => `${points[n]?.name}, ${points[n]?.text}`}
        onAt={setAt}
        onEnter={open}
      />
      {here && spot && width > 0 && (
        <TipBox x={spot.x} y={Math.max(box.top, Math.min(spot.y - 20, height - 110))} width={width} name={here.name}>
          {here.text}
        </TipBox>
      )}
    </div>
  );
}

function Levels(props: { levels: readonly Level[]; box: Box; scale: Scale; named: boolean }) {
  const { box, scale } = props;
  const right = box.left + innerWidth(box);
  const ys = props.levels.map((level) => yOf(box, scale, level.value));
  const names = spreadLabels(
    ys.map((y) => y + 4),
    15,
    box.height - box.bottom,
  );
  return props.levels.map((level, n) => (
    <g key={level.key} className={classes.tone3}>
      <line
        className={`${classes.line} ${classes.thin}`}
        strokeDasharray={level.dash}
        x1={box.left}
        x2={right}
        y1={ys[n]}
        y2={ys[n]}
      />
      {props.named && (
        <text className={classes.name} x={right + 6} y={names[n]}>
          {level.label}
        </text>
      )}
    </g>
  ));
}

function ScatterLegend(props: ScatterChartProps) {
  return (
    <ul className={classes.legend}>
      <li>
        <svg width={12} height={12} className={classes.tone1} aria-hidden="true">
          <circle className={classes.speck} cx={6} cy={6} r={5} />
        </svg>
        {props.pointLabel}
      </li>
      {props.levels.map((level) => (
        <li key={level.key}>
          <svg width={26} height={10} className={classes.tone3} aria-hidden="true">
            <line
              className={`${classes.line} ${classes.thin}`}
              strokeDasharray={level.dash}
              x1={0}
              x2={26}
              y1={5}
              y2={5}
            />
          </svg>
          {level.label}
        </li>
      ))}
    </ul>
  );
}
