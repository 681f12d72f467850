// Geometry of the quadrant chart.
import type { Health, PortfolioRow } from '../../api/types.gen';
import { interpolate, type Point, type Scale, scaleOf } from '../../ui/charts/scale';
import { worstHealth } from './order';

export interface Bubble {
  uuid: string;
  name: string;
  cpi: number;
  spi: number;
  bac: number;
  currency: string | null;
  health: Health | null;
  /** The last weeks, oldest first, ending today; days without both indices are skipped. */
  tail: { day: string; cpi: number; spi: number }[];
}

/** Projects with a budget and both indices. */
export function bubblesOf(rows: readonly PortfolioRow[]): Bubble[] {
  return rows.flatMap((row) => {
    const { cpi, spi, bac } = row.finance;
    if (cpi === null || spi === null || bac === null) return [];
    const tail = row.tail.flatMap((point) =>
      point.cpi === null || point.spi === null ? [] : [{ day: point.day, cpi: point.cpi, spi: point.spi }],
    );
    return [{ uuid: row.uuid, name: row.name, cpi, spi, bac, currency: row.currency, health: worstHealth(row), tail }];
  });
}

/** Limits of the axes, so that one outlier does not squeeze the rest. */
const edges = { low: 0.5, high: 1.5 };

/** The axis of an index: always includes 1 with a margin, and the data up to the limits. */
export function axisOf(bubbles: readonly Bubble[], index: 'cpi' | 'spi'): Scale {
  const values = bubbles.flatMap((one) => [one[index], ...one.tail.map((point) => point[index])]);
  return scaleOf([0.9, 1.1, ...values.map((value) => clamp(value, edges))], 6, true);
}

const clamp = (value: number, { low, high }: { low: number; high: number }): number =>
  Math.min(high, Math.max(low, value));

/** Whether a project is drawn at the edge because it lies beyond it. */
export const isBeyondEdge = (at: { cpi: number; spi: number }, x: Scale, y: Scale): boolean =>
  clamp(at.spi, x) !== at.spi || clamp(at.cpi, y) !== at.cpi;

export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The position of a pair of indices: SPI to the right, CPI up. */
export const positionIn = (area: Area, x: Scale, y: Scale, at: { cpi: number; spi: number }): Point => ({
  x: interpolate(clamp(at.spi, x), x.low, x.high, area.left, area.right),
  y: interpolate(clamp(at.cpi, y), y.low, y.high, area.bottom, area.top),
});

/** Whether the budgets are in different currencies, so that they cannot be compared. */
export const isMixed = (bubbles: readonly Bubble[]): boolean => new Set(bubbles.map((one) => one.currency)).size > 1;

/** A bubble's area is proportional to its budget. With more projects, bubbles are smaller but remain clickable. */
export function radiusOf(bac: number, largest: number, count: number): number {
  const most = Math.max(10, 30 * Math.min(1, Math.sqrt(20 / Math.max(1, count))));
  return largest <= 0 ? 5 : Math.max(count > 60 ? 3 : 5, most * Math.sqrt(Math.max(0, bac) / largest));
}
