// Places the names of bubbles so that each can be read and is seen to belong to its bubble.
import type { Point } from '../../ui/charts/scale';
import type { Area } from './bubble';

/** A bubble as it is drawn, with the path that leads to it. */
export interface Spot extends Point {
  r: number;
  name: string;
  tail?: readonly Point[];
}

export type Line = readonly [Point, Point];

export interface Label {
  index: number;
  text: string;
  x: number;
  y: number;
  side: 'start' | 'middle' | 'end';
  /** A line to the bubble, if the name is not beside it. */
  line: Line | null;
}

/** The approximate width of a character, and half the height of a name. */
const [letter, half] = [6.8, 8];
/** The gap between a bubble and its name, then the larger ones to try if there is no room. */
const gaps = [5, 22, 44, 70] as const;

interface Place extends Omit<Label, 'index' | 'text' | 'line'> {
  box: Area;
  far: boolean;
}

/**
 * Names of bubbles, largest first. A name never covers another; it avoids the bubbles, the tails and the given lines too, unless
 * there is no other place for it. A name for which there is no place at all is left out.
 */
export function labelsOf(spots: readonly Spot[], area: Area, lines: readonly Line[] = [], limit = 60): Label[] {
  const taken: Area[] = [];
  const labels: Label[] = [];
  const tails = spots.flatMap(({ tail = [] }) => tail.slice(1).map((to, n): Line => [tail[n] ?? to, to]));
  const order = spots.map((_, n) => n).sort((a, b) => (spots[b]?.r ?? 0) - (spots[a]?.r ?? 0));
  for (const index of order.slice(0, limit)) {
    const spot = spots[index];
    if (spot === undefined) continue;
    const text = clip(spot.name, Math.floor(((area.right - area.left) * 0.45) / letter));
    const free = placesOf(spot, text.length * letter, area).filter(
      ({ box }) => !taken.some((other) => overlap(other, box)),
    );
    const isClear = ({ box }: Place) => !spots.some((other, n) => n !== index && covers(other, box));
    const isCrossed = ({ box }: Place) => [...lines, ...tails].some(([from, to]) => crosses(from, to, box));
    const place = free.find((one) => isClear(one) && !isCrossed(one)) ?? free.find(isClear) ?? free[0];
    if (place === undefined) continue;
    const { box, far, ...drawn } = place;
    taken.push(box);
    labels.push({ ...drawn, index, text, line: far ? lineTo(spot, box) : null });
  }
  return labels;
}

const clip = (name: string, most: number): string => {
  const signs = [...name];
  return signs.length <= Math.max(8, most) ? name : `${signs.slice(0, Math.max(8, most) - 1).join('')}…`;
};

/** The places for a name inside the area, best first: beside the bubble, above or below it, then farther away. */
function placesOf(spot: Spot, width: number, area: Area): Place[] {
  return gaps
    .flatMap((gap) => {
      const far = gap !== gaps[0];
      const reach = spot.r + gap;
      const slant = spot.r * 0.7 + gap;
      return [
        beside(spot.x + reach, spot.y, width, 'start', far),
        beside(spot.x - reach, spot.y, width, 'end', far),
        beside(spot.x, spot.y - reach - half, width, 'middle', far),
        beside(spot.x, spot.y + reach + half, width, 'middle', far),
        ...[-slant, slant].flatMap((up) => [
          beside(spot.x + slant, spot.y + up, width, 'start', far),
          beside(spot.x - slant, spot.y + up, width, 'end', far),
        ]),
      ];
    })
    .filter(
      ({ box }) => box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom,
    );
}

function beside(x: number, y: number, width: number, side: Label['side'], far: boolean): Place {
  const left = side === 'start' ? x : side === 'end' ? x - width : x - width / 2;
  return { x, y: y + 4, side, far, box: { left, right: left + width, top: y - half, bottom: y + half } };
}

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const nearestIn = (box: Area, { x, y }: Point): Point => ({
  x: Math.min(box.right, Math.max(box.left, x)),
  y: Math.min(box.bottom, Math.max(box.top, y)),
});

/** Whether a bubble and a box have a point in common. */
function covers(spot: Spot, box: Area): boolean {
  const near = nearestIn(box, spot);
  return Math.hypot(near.x - spot.x, near.y - spot.y) < spot.r;
}

/** Whether a line has a point in a box: the part of it that is between the sides must also be between top and bottom. */
export function crosses(from: Point, to: Point, box: Area): boolean {
  let [start, end] = [0, 1];
  for (const [at, way, low, high] of [
    [from.x, to.x - from.x, box.left, box.right],
    [from.y, to.y - from.y, box.top, box.bottom],
  ] as const) {
    if (way === 0) {
      if (at < low || at > high) return false;
      continue;
    }
    const [one, two] = [(low - at) / way, (high - at) / way];
    start = Math.max(start, Math.min(one, two));
    end = Math.min(end, Math.max(one, two));
  }
  return start <= end;
}

/** From the edge of a bubble to the nearest point of its name. */
function lineTo(spot: Spot, box: Area): Line {
  const to = nearestIn(box, spot);
  const away = Math.hypot(to.x - spot.x, to.y - spot.y) || 1;
  const share = spot.r / away;
  return [{ x: spot.x + (to.x - spot.x) * share, y: spot.y + (to.y - spot.y) * share }, to];
}
