// Areas that stand on one another.
import { across, type Spot } from './scale';

/** stackOf gives for each series, from the foot up, its lower and upper edge at each point; what is not there counts nothing. */
export function stackOf(series: readonly (readonly (number | null)[])[], count: number): [number, number][][] {
  const ground = new Array<number>(count).fill(0);
  return series.map((values) =>
    ground.map((low, n) => {
      const high = low + Math.max(0, values[n] ?? 0);
      ground[n] = high;
      return [low, high];
    }),
  );
}

/** A single point is drawn as a column this wide. */
const lonely = 48;

/** areaOf is the outline of a layer: along its upper edge, and back along the lower one. */
export function areaOf(edges: readonly [number, number][], width: number, up: (value: number) => number): string {
  if (edges.length === 0) return '';
  const spots = (edge: 0 | 1): Spot[] =>
    edges.length === 1
      ? [-lonely / 2, lonely / 2].map((aside) => ({ x: width / 2 + aside, y: up(edges[0]?.[edge] ?? 0) }))
      : edges.map((pair, n) => ({ x: across(n, edges.length, width), y: up(pair[edge]) }));
  const line = (list: Spot[]) => list.map((spot) => `${short(spot.x)} ${short(spot.y)}`).join('L');
  return `M${line(spots(1))}L${line(spots(0).reverse())}Z`;
}

const short = (value: number) => String(Math.round(value * 10) / 10);
