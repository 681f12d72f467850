import classes from './charts.module.css';
import { across, lastOf, lone, pathOf, placeOf, type Spot } from './scale';

const [width, height, edge] = [72, 22, 3];

/** Sparkline is the course of a value in the size of a word, with a line where it is as planned. The text beside it tells the rest. */
export function Sparkline(props: {
  values: readonly (number | null)[];
  /** The value that is as planned; its line is drawn where it is near. */
  plan: number;
  /** The least that lies between foot and top, so that a hair's breadth does not look like a leap. */
  least: number;
  label: string;
}) {
  const { low, high } = rangeOf(props.values, props.least);
  const spots = sparkSpots(props.values, low, high);
  const last = spots[lastOf(props.values)];
  const plan = placeOf(props.plan, low, high, height - edge, edge);
  return (
    <svg width={width} height={height} role="img" aria-label={props.label} className={classes.tone1}>
      {plan >= 0 && plan <= height && <line className={classes.today} x1={0} x2={width} y1={plan} y2={plan} />}
      <path className={`${classes.line} ${classes.thin}`} d={pathOf(spots)} />
      {lone(spots).map((spot) => (
        <circle key={spot.x} className={classes.dot} cx={spot.x} cy={spot.y} r={2.5} />
      ))}
      {last && <circle className={classes.dot} cx={last.x} cy={last.y} r={3} />}
    </svg>
  );
}

/** rangeOf holds all values, and is never narrower than the least. */
export function rangeOf(values: readonly (number | null)[], least: number): { low: number; high: number } {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { low: 0, high: least };
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const more = Math.max(0, least - (high - low)) / 2;
  return { low: low - more, high: high + more };
}

/** sparkSpots are the places of the values; none where there is no value. */
export function sparkSpots(values: readonly (number | null)[], low: number, high: number): (Spot | null)[] {
  return values.map((value, n) => {
    if (value === null) return null;
    return {
      x: edge + across(n, values.length, width - 2 * edge),
      y: placeOf(value, low, high, height - edge, edge),
    };
  });
}
