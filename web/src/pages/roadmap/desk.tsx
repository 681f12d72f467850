// What the parts of the roadmap have in common: the plan, what the reader may do, and what is being asked.

import { createContext, useContext } from 'react';
import type { FrameMay, LinkBody, Milestone, NodeType, PlanNode, RoadLink, Roadmap } from '../../api/types.gen';
import type { Joint } from './plan';

/** Asked is the dialogue that is open. */
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
  /** Draws a link between two nodes; a refusal for a cycle is shown above. */
  join: (pred: string, succ: string) => void;
  unlink: (link: RoadLink) => void;
  /** The uuids of the cycle that is shown, if one is. */
  cycle: ReadonlySet<string>;
}

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('there is no desk above');
  return desk;
}

/** linkOf names the two ends of a link as the server wants them. */
export function linkOf(nodes: ReadonlyMap<string, PlanNode>, pred: string, succ: string): LinkBody | null {
  const [from, to] = [nodes.get(pred), nodes.get(succ)];
  if (from === undefined || to === undefined) return null;
  return { pred_type: from.kind, pred_uuid: pred, succ_type: to.kind, succ_uuid: succ };
}
