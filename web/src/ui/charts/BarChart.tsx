import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useId, useState } from 'react';
import { none, useFormat, useT } from '../../i18n';
import { type Bars, barsOf, cut, groupAt, leftOf } from './bars';
import { ChartData } from './ChartData';
import { ChartFrame, Stepper, TipBox, TipLine } from './ChartFrame';
import classes from './charts.module.css';
import { type Box, Grid, gridBox, innerWidth, yOf } from './Grid';
import { toneOf } from './Legend';
import { FillLegend, Patterns, Swatch } from './Patterns';
import { type Filled, paint } from './pattern';
import { labelIndexes, type Scale, scaleOf } from './scale';
import type { ChartProps } from './series';

type BarProps = Omit<ChartProps, 'series' | 'marks' | 'today' | 'todayLabel' | 'bands' | 'cones' | 'places' | 'tight'>;

interface BarChartProps extends BarProps {
  series: readonly Filled[];
  /** The usual range: a line at the mean, and a band from low to high. */
  usual?: { mean: number; low: number | null; high: number | null; meanLabel: string; bandLabel: string };
}

/** Grouped bars. The arrow keys step through them, and a table contains the same data. */
export function BarChart(props: BarChartProps) {
  const t = useT();
  const id = useId();
  const empty = props.names.length === 0 || props.series.every((series) => series.values.every((v) => v === null));
  return (
    <ChartFrame
      title={props.title}
      summary={props.summary}
      empty={empty ? t('charts.empty') : undefined}
      legend={
        <>
          <Patterns id={id} series={props.series} />
          <FillLegend id={id} series={props.series} />
          {props.usual && <UsualLegend usual={props.usual} />}
        </>
      }
    >
      <Stage {...props} id={id} />
      <ChartData {...props} />
    </ChartFrame>
  );
}

type Drawn = BarChartProps & { id: string };

function Stage(props: Drawn) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const show = props.number ?? ((value: number) => format.number(value, 2));
  const { names, usual } = props;
  const height = props.height ?? 300;
  const scale = scaleOf([...props.series.flatMap((one) => one.values), usual?.high ?? usual?.mean ?? null]);
  const box = gridBox(width, height, scale.ticks.map(show));
  const bars = barsOf(names.length, props.series.length, innerWidth(box));
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setAt(groupAt(bars, names.length, event.clientX - left - box.left));
  };
  const shownNames = labelIndexes(names.length, innerWidth(box) / 72);
  const notches = shownNames.map((n) => ({
    key: n,
    place: bars.slot * (n + 0.5),
    label: cut(names[n] ?? '', innerWidth(box) / shownNames.length),
  }));
  return (
    <div ref={ref} className={classes.plot} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={props.summary}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setAt(null)}
        >
          {usual && <Band usual={usual} box={box} scale={scale} />}
          <Grid box={box} scale={scale} show={show} notches={notches} up={props.up} across={props.across} />
          {at !== null && (
            <rect
              className={classes.column}
              x={box.left + bars.slot * at}
              width={bars.slot}
              y={box.top}
              height={box.height - box.bottom - box.top}
            />
          )}
          {[...names.keys()].map((group) => (
            <Group key={group} {...props} {...{ group, box, scale, bars }} />
          ))}
          {usual && <Mean usual={usual} box={box} scale={scale} />}
          <Values {...props} {...{ box, scale, bars, show }} />
        </svg>
      )}
      <Stepper
        title={props.title}
        count={names.length}
        at={at}
        start={names.length - 1}
        text={(n) => [props.longNames[n], ...toldOf(props, n, show).map((one) => one.join(' '))].join(', ')}
        onAt={setAt}
      />
      {at !== null && width > 0 && (
        <TipBox x={box.left + bars.slot * (at + 0.5)} y={box.top} width={width} name={props.longNames[at] ?? ''}>
          {props.series.map((one) => (
            <TipLine
              key={one.key}
              sign={<Swatch id={props.id} series={one} />}
              label={one.label}
              value={shown(one.values[at] ?? null, show)}
            />
          ))}
        </TipBox>
      )}
    </div>
  );
}

type Show = (value: number) => string;
const shown = (value: number | null, show: Show) => (value === null ? none : show(value));
const toldOf = (props: BarChartProps, at: number, show: Show): [string, string][] =>
  props.series.map((one) => [one.label, shown(one.values[at] ?? null, show)]);

function Group(props: Drawn & { group: number; box: Box; scale: Scale; bars: Bars }) {
  const { box, scale, bars, group } = props;
  const zero = yOf(box, scale, 0);
  return props.series.map((series, n) => {
    const value = series.values[group] ?? null;
    if (value === null) return null;
    const y = yOf(box, scale, value);
    const x = box.left + leftOf(bars, props.series.length, group, n);
    return (
      <g key={series.key} className={toneOf(series)}>
        <rect
          className={classes.filled}
          style={{ fill: paint(props.id, series.key) }}
          x={x + 1}
          width={Math.max(1, bars.bar - 2)}
          y={Math.min(y, zero)}
          height={Math.max(1, Math.abs(zero - y))}
        />
      </g>
    );
  });
}

/** Minimum width of a bar that shows its value. */
const roomy = 24;

/** Values above the bars that have room for them. */
function Values(props: Drawn & { box: Box; scale: Scale; bars: Bars; show: Show }) {
  const { box, scale, bars, series } = props;
  return series.flatMap((one, n) =>
    [...one.values.entries()].map(([group, value]) => {
      const text = value === null ? '' : props.show(value);
      if (value === null || bars.bar < Math.max(roomy, text.length * 6.5)) return null;
      const x = box.left + leftOf(bars, series.length, group, n + 0.5);
      const y = Math.min(yOf(box, scale, value), yOf(box, scale, 0)) - 5;
      return (
        <text key={`${one.key} ${group}`} className={classes.value} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      );
    }),
  );
}

type Usual = NonNullable<BarChartProps['usual']>;

function Band({ usual, box, scale }: { usual: Usual; box: Box; scale: Scale }) {
  if (usual.low === null || usual.high === null) return null;
  const [top, foot] = [yOf(box, scale, usual.high), yOf(box, scale, Math.max(scale.low, usual.low))];
  return (
    <rect className={classes.usual} x={box.left} width={innerWidth(box)} y={top} height={Math.max(1, foot - top)} />
  );
}

function Mean({ usual, box, scale }: { usual: Usual; box: Box; scale: Scale }) {
  const y = yOf(box, scale, usual.mean);
  return <line className={classes.mean} x1={box.left} x2={box.left + innerWidth(box)} y1={y} y2={y} />;
}

function UsualLegend({ usual }: { usual: Usual }) {
  return (
    <ul className={classes.legend}>
      <li>
        <svg width={26} height={10} aria-hidden="true">
          <line className={classes.mean} x1={0} x2={26} y1={5} y2={5} />
        </svg>
        {usual.meanLabel}
      </li>
      {usual.low !== null && (
        <li>
          <svg width={20} height={12} aria-hidden="true">
            <rect className={classes.usual} width={20} height={12} />
          </svg>
          {usual.bandLabel}
        </li>
      )}
    </ul>
  );
}
