// Shared state of the roadmap: the plan, permissions, and the open dialog.

import { createContext, useContext } from 'react';
import type { FrameMay, LinkBody, Milestone, NodeType, PlanNode, RoadLink, Roadmap } from '../../api/types.gen';
import type { Joint } from './plan';

export type Asked =
  | { kind: 'node'; type: NodeType; node?: PlanNode; parent?: string }
  | { kind: 'delete'; node: PlanNode }
  | { kind: 'link'; pred?: string; succ?: string }
  | { kind: 'milestone'; milestone?: Milestone };

export interface Desk {
  project: string;
  plan: Roadmap;
  nodes: ReadonlyMap<string, PlanNode>;
  joints: readonly Joint[];
  may: FrameMay;
  ask: (asked: Asked) => void;
  /** Links two nodes; a refused cycle is shown above. */
  join: (pred: string, succ: string) => void;
  unlink: (link: RoadLink) => void;
  /** The uuids of the cycle shown, if any. */
  cycle: ReadonlySet<string>;
}

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('there is no desk above');
  return desk;
}

/** The request body for a link between two nodes. */
export function linkOf(nodes: ReadonlyMap<string, PlanNode>, pred: string, succ: string): LinkBody | null {
  const [from, to] = [nodes.get(pred), nodes.get(succ)];
  if (from === undefined || to === undefined) return null;
  return { pred_type: from.kind, pred_uuid: pred, succ_type: to.kind, succ_uuid: succ };
}
