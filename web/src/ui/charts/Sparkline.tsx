import classes from './charts.module.css';
import { across, interpolate, isolated, lastOf, type Point, pathOf } from './scale';

const [width, height, edge] = [72, 22, 3];

/** A word-sized trend, with a line at the planned value. The text beside it gives the details. */
export function Sparkline(props: {
  values: readonly (number | null)[];
  /** The planned value; its line is drawn only if in range. */
  plan: number;
  /** Minimum height of the range, so that tiny changes do not look like leaps. */
  least: number;
  label: string;
}) {
  const { low, high } = rangeOf(props.values, props.least);
  const spots = sparkSpots(props.values, low, high);
  const last = spots[lastOf(props.values)];
  const plan = interpolate(props.plan, low, high, height - edge, edge);
  return (
    <svg width={width} height={height} role="img" aria-label={props.label} className={classes.tone1}>
      {plan >= 0 && plan <= height && <line className={classes.today} x1={0} x2={width} y1={plan} y2={plan} />}
      <path className={`${classes.line} ${classes.thin}`} d={pathOf(spots)} />
      {isolated(spots).map((spot) => (
        <circle key={spot.x} className={classes.dot} cx={spot.x} cy={spot.y} r={2.5} />
      ))}
      {last && <circle className={classes.dot} cx={last.x} cy={last.y} r={3} />}
    </svg>
  );
}

/** The range of the values, at least as high as the minimum. */
export function rangeOf(values: readonly (number | null)[], least: number): { low: number; high: number } {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { low: 0, high: least };
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const more = Math.max(0, least - (high - low)) / 2;
  return { low: low - more, high: high + more };
}

export function sparkSpots(values: readonly (number | null)[], low: number, high: number): (Point | null)[] {
  return values.map((value, n) => {
    if (value === null) return null;
    return {
      x: edge + across(n, values.length, width - 2 * edge),
      y: interpolate(value, low, high, height - edge, edge),
    };
  });
}
