import classes from './charts.module.css';
import { toneOf } from './Legend';
import { type Filled, type FillKind, paint } from './pattern';

/** SVG patterns of a chart's series; `paint` refers to them. */
export function Patterns(props: { id: string; series: readonly Filled[] }) {
  return (
    <svg width={0} height={0} className={classes.fills} aria-hidden="true">
      <defs>
        {props.series.map((series) => (
          <pattern
            key={series.key}
            id={`${props.id}-${series.key}`}
            className={toneOf(series)}
            width={8}
            height={8}
            patternUnits="userSpaceOnUse"
          >
            <rect width={8} height={8} className={classes.fillGround} opacity={grounds[series.fill]} />
            <path d={strokes[series.fill]} className={classes.fillLine} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

const grounds: Record<FillKind, number> = { plain: 0.75, stripes: 0.2, dots: 0.2, rows: 0.2, grid: 0.12, open: 0.08 };
const strokes: Record<FillKind, string> = {
  plain: '',
  stripes: 'M-2 2L2 -2M-2 10L10 -2M6 10L10 6',
  dots: 'M1.2 2h1.6M5.2 6h1.6',
  rows: 'M0 4H8',
  grid: 'M0 4H8M4 0V8',
  open: '',
};

export function FillLegend(props: { id: string; series: readonly Filled[] }) {
  return (
    <ul className={classes.legend}>
      {props.series.map((series) => (
        <li key={series.key}>
          <Swatch id={props.id} series={series} />
          {series.label}
        </li>
      ))}
    </ul>
  );
}

export function Swatch(props: { id: string; series: Filled }) {
  return (
    <svg width={20} height={12} className={toneOf(props.series)} aria-hidden="true">
      <rect
        x={0.5}
        y={0.5}
        width={19}
        height={11}
        className={classes.filled}
        style={{ fill: paint(props.id, props.series.key) }}
      />
    </svg>
  );
}
