// Where projects stand by cost and schedule: the geometry of the quadrant.
import type { Health, PortfolioRow } from '../../api/types.gen';
import { placeOf, type Scale, type Spot, scaleOf } from '../../ui/charts/scale';
import { worst } from './order';

export interface Bubble {
  uuid: string;
  name: string;
  cpi: number;
  spi: number;
  bac: number;
  health: Health | null;
  /** The last weeks, oldest first, the present last; days without both indices are left out. */
  tail: { day: string; cpi: number; spi: number }[];
}

/** bubblesOf are the projects that can be drawn: those with a budget and both indices. */
export function bubblesOf(rows: readonly PortfolioRow[]): Bubble[] {
  return rows.flatMap((row) => {
    const { cpi, spi, bac } = row.finance;
    if (cpi === null || spi === null || bac === null) return [];
    const tail = row.tail.flatMap((point) =>
      point.cpi === null || point.spi === null ? [] : [{ day: point.day, cpi: point.cpi, spi: point.spi }],
    );
    return [{ uuid: row.uuid, name: row.name, cpi, spi, bac, health: worst(row), tail }];
  });
}

/** Beyond these an axis does not go, so that one outlier does not squeeze all others. */
const edges = { low: 0.5, high: 1.5 };

/** axisOf is the scale of an index: it holds 1 with room on both sides, and what is drawn as far as the edges. */
export function axisOf(bubbles: readonly Bubble[], index: 'cpi' | 'spi'): Scale {
  const values = bubbles.flatMap((one) => [one[index], ...one.tail.map((point) => point[index])]);
  return scaleOf([0.9, 1.1, ...values.map((value) => within(value, edges))], 6, true);
}

/** within is the value, or the edge that it lies beyond. */
const within = (value: number, { low, high }: { low: number; high: number }): number =>
  Math.min(high, Math.max(low, value));

/** beyond tells whether a project is drawn at an edge because it lies further out. */
export const beyond = (at: { cpi: number; spi: number }, x: Scale, y: Scale): boolean =>
  within(at.spi, x) !== at.spi || within(at.cpi, y) !== at.cpi;

export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** spotIn is the place of a pair of indices: schedule to the right, cost up. */
export const spotIn = (area: Area, x: Scale, y: Scale, at: { cpi: number; spi: number }): Spot => ({
  x: placeOf(within(at.spi, x), x.low, x.high, area.left, area.right),
  y: placeOf(within(at.cpi, y), y.low, y.high, area.bottom, area.top),
});

/** radiusOf makes the area of a bubble follow the budget. The more there are the smaller they all are, but each can be seen and hit. */
export function radiusOf(bac: number, largest: number, count: number): number {
  const most = Math.max(10, 30 * Math.min(1, Math.sqrt(20 / Math.max(1, count))));
  return largest <= 0 ? 5 : Math.max(count > 60 ? 3 : 5, most * Math.sqrt(Math.max(0, bac) / largest));
}

interface Label {
  index: number;
  x: number;
  y: number;
  side: 'start' | 'end';
}

/** labelsOf are the names that have room beside their bubbles, those of the largest budgets first. */
export function labelsOf(spots: readonly (Spot & { r: number; name: string })[], area: Area, limit = 40): Label[] {
  const taken: Area[] = [];
  const labels: Label[] = [];
  const order = spots.map((_, n) => n).sort((a, b) => (spots[b]?.r ?? 0) - (spots[a]?.r ?? 0));
  for (const index of order.slice(0, limit * 2)) {
    const spot = spots[index];
    if (spot === undefined || labels.length >= limit) continue;
    const width = spot.name.length * 6.8;
    const side = spot.x + spot.r + 6 + width > area.right ? 'end' : 'start';
    const x = side === 'start' ? spot.x + spot.r + 5 : spot.x - spot.r - 5;
    const left = side === 'start' ? x : x - width;
    const box = { left, right: left + width, top: spot.y - 8, bottom: spot.y + 8 };
    if (left < area.left || taken.some((other) => overlap(other, box))) continue;
    taken.push(box);
    labels.push({ index, x, y: spot.y + 4, side });
  }
  return labels;
}

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
