// Shared state of the roadmap: the plan, permissions, and the open dialog.

import { createContext, useContext } from 'react';
import type {
  FrameMay,
  LinkBody,
  LinkChange,
  Milestone,
  NodeType,
  PlanNode,
  RoadLink,
  Roadmap,
} from '../../api/types.gen';
import type { ResolvedLink } from './plan';

export type OpenDialog =
  | { kind: 'node'; type: NodeType; node?: PlanNode; parent?: string }
  | { kind: 'delete'; node: PlanNode }
  | { kind: 'link'; pred?: string; succ?: string; link?: RoadLink }
  | { kind: 'milestone'; milestone?: Milestone };

export interface RoadmapState {
  project: string;
  plan: Roadmap;
  nodes: ReadonlyMap<string, PlanNode>;
  resolvedLinks: readonly ResolvedLink[];
  may: FrameMay;
  ask: (asked: OpenDialog) => void;
  /** Links two nodes; if that would close a cycle, the cycle is shown above the roadmap. */
  join: (pred: string, succ: string, terms?: LinkChange) => void;
  /** Changes the type and lag of a link. */
  change: (link: RoadLink, terms: LinkChange) => void;
  unlink: (link: RoadLink) => void;
  /** The uuids of the cycle shown, if any. */
  cycle: ReadonlySet<string>;
}

const RoadmapContext = createContext<RoadmapState | null>(null);
export const RoadmapProvider = RoadmapContext.Provider;

export function useRoadmap(): RoadmapState {
  const ctx = useContext(RoadmapContext);
  if (ctx === null) throw new Error('the context is missing');
  return ctx;
}

/** The same dialog about what is saved, in case it was opened while something else was shown. */
export function asSaved({ plan, nodes }: Pick<RoadmapState, 'plan' | 'nodes'>, asked: OpenDialog): OpenDialog {
  switch (asked.kind) {
    case 'node':
      return { ...asked, node: asked.node && nodes.get(asked.node.uuid) };
    case 'delete':
      return { ...asked, node: nodes.get(asked.node.uuid) ?? asked.node };
    case 'milestone':
      return { ...asked, milestone: plan.milestones.find(({ uuid }) => uuid === asked.milestone?.uuid) };
    case 'link':
      return asked;
  }
}

/** The request body for a link between two nodes. */
export function linkOf(nodes: ReadonlyMap<string, PlanNode>, pred: string, succ: string): LinkBody | null {
  const [from, to] = [nodes.get(pred), nodes.get(succ)];
  if (from === undefined || to === undefined) return null;
  return { pred_type: from.kind, pred_uuid: pred, succ_type: to.kind, succ_uuid: succ };
}
