import { across, type Point } from './scale';

/** The lower and upper edge of each series at each point, from the bottom up; missing values count as zero. */
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

/** Width of the column for a single point. */
const singleWidth = 48;

/** The outline of a layer: along its upper edge, and back along the lower one. */
export function areaOf(edges: readonly [number, number][], width: number, up: (value: number) => number): string {
  if (edges.length === 0) return '';
  const spots = (edge: 0 | 1): Point[] =>
    edges.length === 1
      ? [-singleWidth / 2, singleWidth / 2].map((aside) => ({ x: width / 2 + aside, y: up(edges[0]?.[edge] ?? 0) }))
      : edges.map((pair, n) => ({ x: across(n, edges.length, width), y: up(pair[edge]) }));
  const line = (list: Point[]) => list.map((spot) => `${short(spot.x)} ${short(spot.y)}`).join('L');
  return `M${line(spots(1))}L${line(spots(0).reverse())}Z`;
}

const short = (value: number) => String(Math.round(value * 10) / 10);
