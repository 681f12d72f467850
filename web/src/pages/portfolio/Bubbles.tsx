import { memo } from 'react';
import type { Health } from '../../api/types.gen';
import charts from '../../ui/charts/charts.module.css';
import { shapeOf } from '../../ui/charts/Shape';
import type { Point, Scale } from '../../ui/charts/scale';
import { type Area, isBeyondEdge, type Bubble as Project, positionIn } from './bubble';
import { type Line, labelsOf, type Spot } from './labels';
import classes from './quadrant.module.css';

export interface Layout {
  area: Area;
  x: Scale;
  y: Scale;
  spots: readonly Spot[];
}

interface Props {
  bubbles: readonly Project[];
  layout: Layout;
}

/** Above this number, only the active bubble has a trail and a name. */
const detailLimit = 60;

/** Draws the projects with their trails, large bubbles behind small ones. */
export const Bubbles = memo(function Bubbles({ bubbles, layout }: Props) {
  const { spots } = layout;
  if (bubbles.length > detailLimit) return <ManyBubbles bubbles={bubbles} layout={layout} />;
  const order = bubbles.map((_, n) => n).sort((a, b) => (spots[b]?.r ?? 0) - (spots[a]?.r ?? 0));
  return (
    <>
      {order.map((n) => (
        <Bubble key={bubbles[n]?.uuid} bubbles={bubbles} layout={layout} at={n} />
      ))}
      {labelsOf(spots, layout.area, linesAtOne(layout)).map(({ index, text, x, y, side, line }) => (
        <g key={bubbles[index]?.uuid}>
          {line && <line className={classes.leader} x1={line[0].x} y1={line[0].y} x2={line[1].x} y2={line[1].y} />}
          <text className={classes.label} x={x} y={y} textAnchor={side}>
            {text}
          </text>
        </g>
      ))}
    </>
  );
});

/** The lines at a CPI and an SPI of 1. */
function linesAtOne({ area, x, y }: Layout): Line[] {
  const middle = positionIn(area, x, y, { cpi: 1, spi: 1 });
  return [
    [
      { x: area.left, y: middle.y },
      { x: area.right, y: middle.y },
    ],
    [
      { x: middle.x, y: area.top },
      { x: middle.x, y: area.bottom },
    ],
  ];
}

/** Draws hundreds of projects as a few paths, which is cheap to render. */
function ManyBubbles({ bubbles, layout }: Props) {
  return ([null, 'good', 'amber', 'red'] as const).map((health) => {
    const spots = layout.spots.filter((_, n) => bubbles[n]?.health === health);
    const out = layout.spots.filter((_, n) => {
      const one = bubbles[n];
      return one?.health === health && isBeyondEdge(one, layout.x, layout.y);
    });
    return (
      <g key={health} className={toneOf(health)}>
        <path className={classes.bubble} d={spots.map(({ x, y, r }) => ringOf(x, y, r)).join('')} />
        <path className={classes.sign} d={spots.map(({ x, y }) => signOf(health, x, y, 0.6)).join('')} />
        <path className={classes.beyond} d={out.map(({ x, y, r }) => ringOf(x, y, r + 3)).join('')} />
      </g>
    );
  });
}

/** One project with its trail; `near` if it is active. */
export function Bubble(props: Props & { at: number; near?: boolean }) {
  const { layout, near = false } = props;
  const [bubble, spot] = [props.bubbles[props.at], layout.spots[props.at]];
  if (!bubble || !spot) return null;
  const { x, y, r, tail = [] } = spot;
  return (
    <g className={toneOf(bubble.health)}>
      <Trail way={tail} near={near} />
      <circle className={near ? classes.near : classes.bubble} cx={x} cy={y} r={r} />
      <HealthSign health={bubble.health} x={x} y={y} />
      {isBeyondEdge(bubble, layout.x, layout.y) && <circle className={classes.beyond} cx={x} cy={y} r={r + 3} />}
    </g>
  );
}

/** The path of the last weeks; older weeks are fainter. */
function Trail({ way, near }: { way: readonly Point[]; near: boolean }) {
  return way.slice(1).map((to, n) => {
    const from = way[n] ?? to;
    const opacity = (near ? 0.35 : 0.08) + 0.6 * ((n + 1) / way.length);
    const key = `${n}`;
    return (
      <line
        key={key}
        className={near ? classes.nearTail : classes.tail}
        opacity={opacity}
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
      />
    );
  });
}

/** The health symbol in the middle of a bubble. */
export function HealthSign({ health, x, y }: { health: Health | null; x: number; y: number }) {
  return <path className={classes.sign} d={signOf(health, x, y, 1)} />;
}

function signOf(health: Health | null, x: number, y: number, scale: number): string {
  if (health === 'amber') return shapeOf('diamond', x, y, 3.5 * scale);
  return health === 'red' ? shapeOf('triangle', x, y, 4 * scale) : ringOf(x, y, 2 * scale);
}

const ringOf = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const toneOf = (health: Health | null): string => (health === null ? charts.tone4 : classes[health]) ?? '';
