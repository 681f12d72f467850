import classes from './charts.module.css';
import { Shape } from './Shape';
import type { Series } from './series';

/** A sample of the line of a series. */
export function Sample(props: { series: Series }) {
  const { series } = props;
  return (
    <svg width={26} height={10} className={toneOf(series)} aria-hidden="true">
      {series.area && <rect x={0} y={5} width={26} height={5} className={classes.area} />}
      <line x1={0} y1={5} x2={26} y2={5} className={lineOf(series)} strokeDasharray={series.dash} />
      {series.shape && <Shape kind={series.shape} x={13} y={5} r={4} />}
    </svg>
  );
}

export function Legend(props: { series: readonly Series[] }) {
  return (
    <ul className={classes.legend}>
      {props.series
        .filter((series) => !series.unlisted)
        .map((series) => (
          <li key={series.key}>
            <Sample series={series} />
            {series.label}
          </li>
        ))}
    </ul>
  );
}

export const toneOf = (series: Series): string => classes[`tone${series.tone}`] ?? '';
export const lineOf = (series: Series): string => `${classes.line} ${series.thin ? classes.thin : ''}`;
