// The path of an arrow from one bar to another.
import type { LinkType, PlanNode } from '../../api/types.gen';
import { type DatedNode, type Row, spanOf } from './plan';

export interface Spot {
  x: number;
  y: number;
}

/** How far an arrow extends from its bar before it turns. */
const stubLength = 10;

/** On which side of its bar a link leaves or enters: 1 is to the right of the end, or from the left into the start. */
const sidesOf = (type: LinkType) => ({ leaves: type[0] === 'S' ? -1 : 1, enters: type[1] === 'F' ? -1 : 1 });

/** Runs straight up or down where there is room; otherwise, goes around between the rows. */
export function arrowPath(from: Spot, to: Spot, row: number, type: LinkType = 'FS'): string {
  const { leaves, enters } = sidesOf(type);
  const out = from.x + leaves * stubLength;
  const into = to.x - enters * stubLength;
  const start = `M${n(from.x)} ${n(from.y)}`;
  const turn = turnOf(out, into, leaves, enters);
  if (turn !== null && from.y === to.y && leaves === enters) return `${start}H${n(to.x)}`;
  if (turn !== null) return `${start}H${n(turn)}V${n(to.y)}H${n(to.x)}`;
  const between = from.y + (to.y >= from.y ? row / 2 : -row / 2);
  return `${start}H${n(out)}V${n(between)}H${n(into)}V${n(to.y)}H${n(to.x)}`;
}

/** Where one vertical line can join both ends, or null if none can. */
function turnOf(out: number, into: number, leaves: number, enters: number): number | null {
  if (leaves !== enters) return leaves > 0 ? Math.max(out, into) : Math.min(out, into);
  return leaves * (into - out) >= 0 ? out : null;
}

/** Clamps an end far outside the visible area to its edge, because long dashed lines are slow to draw. */
export const clampToView = (spot: Spot, top: number, height: number, row: number): Spot => ({
  x: spot.x,
  y: Math.min(Math.max(spot.y, top - row), top + height + row),
});

/** The head of an arrow, which points into the bar. */
export const headPath = (to: Spot, type: LinkType = 'FS'): string =>
  `M${n(to.x)} ${n(to.y)}l${-7 * sidesOf(type).enters} -4v8z`;

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
    const span = spanOf(node);
    return bare >= 0 && node.kind === 'epic' && span !== null ? { index: bare, node: { ...node, span } } : undefined;
  };
}
