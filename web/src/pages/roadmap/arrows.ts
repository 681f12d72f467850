// The path of an arrow from the end of one bar to the start of another.
import type { PlanNode } from '../../api/types.gen';
import { type DatedNode, isDated, type Row } from './plan';

export interface Spot {
  x: number;
  y: number;
}

/** How far an arrow extends from its bar before it turns. */
const stubLength = 10;

/** Runs straight up or down where there is room; otherwise, goes around between the rows. */
export function arrowPath(from: Spot, to: Spot, row: number): string {
  const out = from.x + stubLength;
  const into = to.x - stubLength;
  if (from.y === to.y && into >= out) return `M${n(from.x)} ${n(from.y)}H${n(to.x)}`;
  if (into >= out) return `M${n(from.x)} ${n(from.y)}H${n(out)}V${n(to.y)}H${n(to.x)}`;
  const between = from.y + (to.y >= from.y ? row / 2 : -row / 2);
  return `M${n(from.x)} ${n(from.y)}H${n(out)}V${n(between)}H${n(into)}V${n(to.y)}H${n(to.x)}`;
}

/** Clamps an end far outside the visible area to its edge, because long dashed lines are slow to draw. */
export const clampToView = (spot: Spot, top: number, height: number, row: number): Spot => ({
  x: spot.x,
  y: Math.min(Math.max(spot.y, top - row), top + height + row),
});

/** The head of an arrow pointing right. */
export const headPath = (to: Spot): string => `M${n(to.x)} ${n(to.y)}l-7 -4v8z`;

const n = (value: number) => Math.round(value * 10) / 10;

/** The row of a node, and the node whose dates apply there. */
export interface RowPosition {
  index: number;
  node: DatedNode;
}

/**
 * Locates nodes. Epics in a collapsed group are placed in the group's row: at the super-epic's bar, or at their own dates if the
 * group has no super-epic.
 */
export function nodeLocator(rows: readonly Row[], nodes: ReadonlyMap<string, PlanNode>) {
  const places = new Map<string, RowPosition>();
  for (const [index, row] of rows.entries()) if (row.node) places.set(row.node.uuid, { index, node: row.node });
  const bare = rows.findIndex((row) => row.node === null);
  return (uuid: string): RowPosition | undefined => {
    const node = nodes.get(uuid);
    if (places.has(uuid) || node === undefined) return places.get(uuid);
    if (node.parent_uuid !== null) return places.get(node.parent_uuid);
    return bare >= 0 && node.kind === 'epic' && isDated(node) ? { index: bare, node } : undefined;
  };
}
