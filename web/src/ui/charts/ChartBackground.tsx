// What lies behind the lines of a chart: bands of values, and cones that widen to the ends of lines.
import { useId } from 'react';
import classes from './charts.module.css';
import { type Box, innerWidth } from './Grid';
import { pointOf } from './Plot';
import { coneOf, interpolate, type Scale } from './scale';
import type { Band, ChartProps, Cone } from './series';

export function ChartBackground(props: ChartProps & { box: Box; scale: Scale }) {
  const id = useId();
  return (
    <>
      <BandPatterns id={id} />
      {(props.bands ?? []).map((band) => (
        <BandRect key={band.kind} {...props} band={band} fill={fillOf(band, id)} />
      ))}
      {(props.cones ?? []).map((cone) => (
        <ConePath key={cone.key} {...props} cone={cone} />
      ))}
    </>
  );
}

function BandPatterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}red`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} className={classes.redGround} />
        <line x1={0} x2={0} y1={0} y2={6} className={classes.redLine} />
      </pattern>
      <pattern id={`${id}amber`} width={7} height={7} patternUnits="userSpaceOnUse">
        <rect width={7} height={7} className={classes.amberGround} />
        <circle cx={3.5} cy={3.5} r={1} className={classes.amberDot} />
      </pattern>
    </defs>
  );
}

/** Highest band first. */
export function BandLegend({ bands }: { bands: readonly Band[] }) {
  const id = useId();
  return (
    <ul className={classes.legend}>
      {bands.toReversed().map((band) => (
        <li key={band.kind}>
          <svg width={20} height={12} aria-hidden="true">
            <BandPatterns id={id} />
            <rect
              x={0.5}
              y={0.5}
              width={19}
              height={11}
              fill={fillOf(band, id)}
              className={`${classes.swatch} ${band.kind === 'good' ? classes.goodGround : ''}`}
            />
          </svg>
          {band.label}
        </li>
      ))}
    </ul>
  );
}

const fillOf = (band: Band, id: string): string | undefined =>
  band.kind === 'good' ? undefined : `url(#${id}${band.kind})`;

function BandRect(props: { box: Box; scale: Scale; band: Band; fill: string | undefined }) {
  const { box, scale, band } = props;
  const foot = box.height - box.bottom;
  const place = (value: number) => interpolate(value, scale.low, scale.high, foot, box.top);
  const [top, bottom] = [place(band.to ?? scale.high), place(band.from ?? scale.low)];
  return (
    <g>
      <rect
        x={box.left}
        y={top}
        width={innerWidth(box)}
        height={Math.max(0, bottom - top)}
        fill={props.fill}
        className={props.fill === undefined ? classes.goodGround : undefined}
      />
    </g>
  );
}

function ConePath(props: ChartProps & { box: Box; scale: Scale; cone: Cone }) {
  const { box, scale, cone, names } = props;
  const lines = cone.of.flatMap((key) => {
    const series = props.series.find((one) => one.key === key);
    return series ? [series.values.map((value, index) => pointOf(box, scale, names.length, index, value))] : [];
  });
  return (
    <g className={classes[`tone${cone.tone}`]}>
      <path className={classes.cone} d={coneOf(lines)} />
    </g>
  );
}
