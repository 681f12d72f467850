// The roadmap as rows: epics grouped by super-epic, with those without dates listed separately, and link details.
import type { LinkBody, PlanNode, RoadLink, Roadmap } from '../../api/types.gen';

export interface DatedNode extends PlanNode {
  start: string;
  end: string;
}

/** A timeline row. A group without a node contains the epics outside any super-epic. */
export type Row =
  | { kind: 'group'; key: string; node: DatedNode | null; count: number }
  | { kind: 'epic'; node: DatedNode };

export const isDated = (node: PlanNode): node is DatedNode => node.start !== null && node.end !== null;

export const nodesOf = (plan: Roadmap): Map<string, PlanNode> =>
  new Map([...plan.super_epics, ...plan.epics].map((node) => [node.uuid, node]));

/** Natural order: Epic 9 before Epic 10. */
const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

const byDates = (a: DatedNode, b: DatedNode) =>
  a.start.localeCompare(b.start) || a.end.localeCompare(b.end) || byName(a.title, b.title);

/** Rows of the nodes with dates, in order; collapsed epics are omitted. */
export function rowsOf(plan: Roadmap, folded: ReadonlySet<string>): Row[] {
  const dated = plan.epics.filter(isDated).sort(byDates);
  const rows = plan.super_epics
    .filter(isDated)
    .sort(byDates)
    .flatMap((node) => groupOf(node.uuid, node, dated, folded));
  const rest = groupOf('', null, dated, folded);
  return rows.length === 0 ? rest.slice(1) : [...rows, ...rest];
}

function groupOf(key: string, node: DatedNode | null, dated: DatedNode[], folded: ReadonlySet<string>): Row[] {
  const epics = dated.filter((epic) => (epic.parent_uuid ?? '') === key);
  if (epics.length === 0) return [];
  const shown = folded.has(key) ? [] : epics.map((epic) => ({ kind: 'epic' as const, node: epic }));
  return [{ kind: 'group', key, node, count: epics.length }, ...shown];
}

/** Nodes with no ticket in a dated sprint. */
export const undatedOf = (plan: Roadmap): PlanNode[] =>
  [...plan.super_epics.filter((node) => node.tickets > 0 || !holdsEpics(plan, node)), ...plan.epics].filter(
    (node) => !isDated(node),
  );

const holdsEpics = (plan: Roadmap, node: PlanNode) => plan.epics.some((epic) => epic.parent_uuid === node.uuid);

/** All nodes in table order: super-epics with their epics, then the other epics. */
export function treeOf(plan: Roadmap): { node: PlanNode; depth: 0 | 1 }[] {
  const when = (node: PlanNode) => `${node.start ?? '9999'} ${node.end ?? '9999'} ${node.title}`;
  const sorted = (list: PlanNode[]) => [...list].sort((a, b) => byName(when(a), when(b)));
  const groups = sorted(plan.super_epics).flatMap((node) => [
    { node, depth: 0 as const },
    ...sorted(plan.epics.filter((epic) => epic.parent_uuid === node.uuid)).map((epic) => ({
      node: epic,
      depth: 1 as const,
    })),
  ]);
  const alone = sorted(plan.epics.filter((epic) => epic.parent_uuid === null));
  return [...groups, ...alone.map((node) => ({ node, depth: 0 as const }))];
}

/** Progress from 0 to 1: by points, or by tickets if nothing is estimated; null if empty. */
export function share(node: Pick<PlanNode, 'points' | 'done_points' | 'tickets' | 'done_tickets'>): number | null {
  if (node.points > 0) return node.done_points / node.points;
  return node.tickets > 0 ? node.done_tickets / node.tickets : null;
}

export interface ResolvedLink {
  link: RoadLink;
  pred: PlanNode;
  succ: PlanNode;
  /** Both ends are critical, and the successor depends only on this predecessor. */
  critical: boolean;
  /** The successor starts before its predecessor ends. */
  broken: boolean;
}

export function resolveLinks(plan: Roadmap): ResolvedLink[] {
  const nodes = nodesOf(plan);
  return plan.links.flatMap((link) => {
    const pred = nodes.get(link.pred_uuid);
    const succ = nodes.get(link.succ_uuid);
    if (pred === undefined || succ === undefined) return [];
    return [{ link, pred, succ, critical: isTight(pred, succ), broken: isBroken(pred, succ) }];
  });
}

function isTight(pred: PlanNode, succ: PlanNode): boolean {
  if (!pred.critical || !succ.critical) return false;
  if (pred.kind === 'super_epic' || succ.kind === 'super_epic') return true;
  return pred.ef !== null && succ.es !== null && Math.abs(succ.es - pred.ef) < 1e-6;
}

const isBroken = (pred: PlanNode, succ: PlanNode) => isDated(pred) && isDated(succ) && succ.start <= pred.end;

const pending = 'pending ';

/** A temporary uuid for a link the server has not saved yet. */
export const pendingUuid = ({ pred_uuid, succ_uuid }: LinkBody, n: number): string =>
  `${pending}${pred_uuid} ${succ_uuid} ${n}`;

/** Whether a link is not saved yet; it cannot be removed. */
export const isPending = (link: RoadLink): boolean => link.uuid.startsWith(pending);

/** Nodes that can still become a successor: neither the node itself nor its current successors. */
export function freeTargets(plan: Roadmap, pred: string): PlanNode[] {
  const taken = new Set(plan.links.filter((link) => link.pred_uuid === pred).map((link) => link.succ_uuid));
  return treeOf(plan)
    .map(({ node }) => node)
    .filter((node) => node.uuid !== pred && !taken.has(node.uuid));
}

/** What a deletion affects: the epics in the node, and its links. */
export const affectedBy = (plan: Roadmap, { uuid }: PlanNode): { epics: number; links: number } => ({
  epics: plan.epics.filter((epic) => epic.parent_uuid === uuid).length,
  links: plan.links.filter((link) => link.pred_uuid === uuid || link.succ_uuid === uuid).length,
});
