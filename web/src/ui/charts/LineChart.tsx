import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { useFormat, useT } from '../../i18n';
import { BandLegend } from './ChartBackground';
import { ChartData } from './ChartData';
import { ChartFrame, Stepper, TipBox, TipLine } from './ChartFrame';
import classes from './charts.module.css';
import { type Box, innerWidth } from './Grid';
import { Legend, Sample, toneOf } from './Legend';
import { boxOf, Plot, pointOf, xOf } from './Plot';
import { nearestOf, type Scale, scaleOf } from './scale';
import { type ChartProps, describePoint } from './series';

/** Values over time. The arrow keys step through the points, and a table contains the same data. */
export function LineChart(props: ChartProps) {
  const t = useT();
  const below = props.actions !== undefined || props.series.filter((series) => !series.unlisted).length > 4;
  const empty = props.names.length === 0 || props.series.every((series) => series.values.every((v) => v === null));
  const legends = empty ? undefined : <Legends {...props} />;
  return (
    <ChartFrame
      title={props.title}
      summary={props.summary}
      actions={below ? props.actions : legends}
      legend={below ? legends : undefined}
      empty={empty ? (props.empty ?? t('charts.empty')) : undefined}
    >
      <Stage {...props} />
      <ChartData {...props} />
    </ChartFrame>
  );
}

function Legends({ series, bands }: ChartProps) {
  return (
    <div className={classes.legends}>
      <Legend series={series} />
      {bands && <BandLegend bands={bands} />}
    </div>
  );
}

function Stage(props: ChartProps) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const height = props.height ?? 300;
  const number = props.number ?? ((value: number) => format.number(value, 2));
  const bounds = (props.bands ?? []).flatMap(({ from, to }) => [from ?? null, to ?? null]);
  const scale = scaleOf([...props.series.flatMap((series) => series.values), ...bounds], 5, props.tight);
  const box = boxOf(props, width, height, scale, number);
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setAt(nearestOf((event.clientX - left - box.left) / innerWidth(box), box.places ?? []));
  };
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
          <Plot {...props} box={box} scale={scale} />
          {at !== null && <Here {...props} box={box} scale={scale} at={at} />}
        </svg>
      )}
      <Slider {...props} at={at} onAt={setAt} />
      {at !== null && width > 0 && <Tip {...props} box={box} at={at} />}
    </div>
  );
}

function Slider(props: ChartProps & { at: number | null; onAt: (at: number | null) => void }) {
  const format = useFormat();
  const text = (at: number) => {
    const { name, lines, notes } = describePoint(props, at, props.number ?? ((value) => format.number(value, 2)));
    return [name, ...lines.map((line) => `${line.series.label} ${line.text}`), ...notes].join(', ');
  };
  const count = props.names.length;
  return (
    <Stepper
      title={props.title}
      count={count}
      at={props.at}
      start={props.today ?? count - 1}
      text={text}
      onAt={props.onAt}
    />
  );
}

function Here(props: ChartProps & { box: Box; scale: Scale; at: number }) {
  const { box, at, names } = props;
  const x = xOf(box, names.length, at);
  return (
    <g>
      <line className={classes.here} x1={x} x2={x} y1={box.top} y2={box.height - box.bottom} />
      {props.series.map((series) => {
        const spot = pointOf(box, props.scale, names.length, at, series.values[at] ?? null);
        return (
          spot && (
            <g key={series.key} className={toneOf(series)}>
              <circle className={classes.dot} cx={spot.x} cy={spot.y} r={4.5} />
            </g>
          )
        );
      })}
    </g>
  );
}

/** Values at the pointer; screen readers get them from the slider. */
function Tip(props: ChartProps & { box: Box; at: number }) {
  const format = useFormat();
  const { box, at } = props;
  const { name, lines, notes } = describePoint(props, at, props.number ?? ((value) => format.number(value, 2)));
  return (
    <TipBox x={xOf(box, props.names.length, at)} y={box.top} width={box.width} name={name}>
      {lines.map(({ key, series, text }) => (
        <TipLine key={key} sign={<Sample series={series} />} label={series.label} value={text} />
      ))}
      {notes.map((note) => (
        <div key={note}>{note}</div>
      ))}
    </TipBox>
  );
}
