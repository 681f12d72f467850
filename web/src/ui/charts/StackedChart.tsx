import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { useFormat, useT } from '../../i18n';
import { ChartData } from './ChartData';
import { ChartFrame, Stepper, TipBox, TipLine } from './ChartFrame';
import classes from './charts.module.css';
import { type Box, Grid, gridBox, innerWidth, yOf } from './Grid';
import { toneOf } from './Legend';
import { FillLegend, Patterns, Swatch } from './Patterns';
import { type Filled, paint } from './pattern';
import { across, labelIndexes, nearest, scaleOf } from './scale';
import type { ChartProps } from './series';
import { areaOf, stackOf } from './stacked';

interface StackedChartProps extends Omit<ChartProps, 'series' | 'marks' | 'today'> {
  /** From the bottom up. */
  series: readonly Filled[];
  /** Name of the total. */
  total: string;
  actions?: ReactNode;
}

/** Stacked areas over time. The arrow keys step through the points. */
export function StackedChart(props: StackedChartProps) {
  const t = useT();
  const id = useId();
  const empty = props.names.length === 0 || props.series.every((series) => series.values.every((value) => !value));
  return (
    <ChartFrame
      title={props.title}
      summary={props.summary}
      actions={props.actions}
      empty={empty ? t('charts.empty') : undefined}
      legend={
        <>
          <Patterns id={id} series={props.series} />
          <FillLegend id={id} series={[...props.series].reverse()} />
        </>
      }
    >
      <Stage {...props} id={id} />
      <ChartData {...props} />
    </ChartFrame>
  );
}

type Drawn = StackedChartProps & { id: string };

function Stage(props: Drawn) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const show = (value: number) => format.number(value, 1);
  const count = props.names.length;
  const height = props.height ?? 340;
  const layers = stackOf(
    props.series.map((one) => one.values),
    count,
  );
  const scale = scaleOf(layers.at(-1)?.map(([, high]) => high) ?? []);
  const box = gridBox(width, height, scale.ticks.map(show));
  const inner = innerWidth(box);
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setAt(nearest(event.clientX - left - box.left, count, inner));
  };
  const notches = labelIndexes(count, inner / 72).map((n) => ({
    key: n,
    place: across(n, count, inner),
    label: props.names[n] ?? '',
  }));
  const told = (n: number) => valuesAt(props, n, show);
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
          <Grid box={box} scale={scale} show={show} notches={notches} up={props.up} across={props.across} />
          <g transform={`translate(${box.left} 0)`}>
            {props.series.map((series, n) => (
              <g key={series.key} className={toneOf(series)}>
                <path
                  className={classes.filled}
                  style={{ fill: paint(props.id, series.key) }}
                  d={areaOf(layers[n] ?? [], inner, (value) => yOf(box, scale, value))}
                />
              </g>
            ))}
          </g>
          {at !== null && <Here box={box} x={box.left + across(at, count, inner)} />}
        </svg>
      )}
      <Stepper
        title={props.title}
        count={count}
        at={at}
        start={count - 1}
        text={(n) => [props.longNames[n], ...told(n).map((line) => `${line.label} ${line.value}`)].join(', ')}
        onAt={setAt}
      />
      {at !== null && width > 0 && (
        <TipBox x={box.left + across(at, count, inner)} y={box.top} width={width} name={props.longNames[at] ?? ''}>
          {told(at).map((line) => (
            <TipLine
              key={line.key}
              sign={line.series && <Swatch id={props.id} series={line.series} />}
              label={line.label}
              value={line.value}
            />
          ))}
        </TipBox>
      )}
    </div>
  );
}

/** The values at a point from the top down, and their total. */
function valuesAt(props: StackedChartProps, at: number, show: (value: number) => string) {
  const value = (series: Filled) => series.values[at] ?? 0;
  const lines = [...props.series]
    .reverse()
    .map((series): { key: string; label: string; value: string; series?: Filled } => ({
      key: series.key,
      label: series.label,
      value: show(value(series)),
      series,
    }));
  const sum = props.series.reduce((total, series) => total + value(series), 0);
  return [...lines, { key: ' total', label: props.total, value: show(sum) }];
}

function Here({ box, x }: { box: Box; x: number }) {
  return <line className={classes.here} x1={x} x2={x} y1={box.top} y2={box.height - box.bottom} />;
}
