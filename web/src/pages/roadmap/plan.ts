// The roadmap as rows: epics grouped by super-epic, with those without dates listed separately, and link details.
import type { LinkBody, LinkType, PlanNode, RoadLink, Roadmap } from '../../api/types.gen';
import { dayNumber } from '../../days';

/** The first and the last day of a bar. */
export interface Span {
  from: string;
  to: string;
}

/** A node with a bar. */
export interface DatedNode extends PlanNode {
  span: Span;
}

/** A timeline row. A group without a node contains the epics outside any super-epic. */
export type Row =
  | { kind: 'group'; key: string; node: DatedNode | null; count: number }
  | { kind: 'epic'; node: DatedNode };

/** The days of an epic's bar: what happened and is expected or, while the work left is unknown, up to the end of the plan. */
export function spanOf(node: PlanNode): Span | null {
  const { start, finish, planned_start, planned_finish } = node;
  if (start !== null && finish !== null) return { from: start, to: finish };
  const from = start ?? planned_start;
  if (from === null || planned_finish === null) return null;
  return { from, to: planned_finish > from ? planned_finish : from };
}

/** The most days after today on which the rest of the work may start without a break: the Monday after a Friday. */
const nextStart = 3;

/** Whether work on an epic has begun, but the rest has to wait. */
export function isInterrupted({ kind, state, start, remaining_start, finish }: PlanNode, today: string): boolean {
  if (kind !== 'epic' || state !== 'in_progress' || start === null || remaining_start === null || finish === null)
    return false;
  return start <= today && dayNumber(remaining_start) - dayNumber(today) > nextStart;
}

/** The parts of a bar: what happened up to today and what remains, if there is a break between them, or else the whole. */
export function partsOf(node: DatedNode, today: string): Span[] {
  const { span, remaining_start } = node;
  if (remaining_start === null || !isInterrupted(node, today)) return [span];
  return [
    { from: span.from, to: today },
    { from: remaining_start, to: span.to },
  ];
}

/** The days of the plan; null if it lacks an end or ends before it starts. */
export function plannedOf({ planned_start: from, planned_finish: to }: PlanNode): Span | null {
  return from !== null && to !== null && from <= to ? { from, to } : null;
}

/** The epic with its bar, as a list of one or none. */
function datedOf(node: PlanNode): DatedNode[] {
  const span = spanOf(node);
  return span === null ? [] : [{ ...node, span }];
}

/** The super-epic with a bar over its epics, as a list of one or none. */
function groupNode(node: PlanNode, dated: readonly DatedNode[]): DatedNode[] {
  const spans = dated.filter((epic) => epic.parent_uuid === node.uuid).map(({ span }) => span);
  if (spans.length === 0) return [];
  const from = spans.map((span) => span.from).reduce((a, b) => (a < b ? a : b));
  const to = spans.map((span) => span.to).reduce((a, b) => (a > b ? a : b));
  return [{ ...node, span: { from, to } }];
}

export const nodesOf = (plan: Roadmap): Map<string, PlanNode> =>
  new Map([...plan.super_epics, ...plan.epics].map((node) => [node.uuid, node]));

/** Natural order: Epic 9 before Epic 10. */
const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

const byDates = (a: DatedNode, b: DatedNode) =>
  a.span.from.localeCompare(b.span.from) || a.span.to.localeCompare(b.span.to) || byName(a.title, b.title);

/** Rows of the nodes with dates, in order; collapsed epics are omitted. */
export function rowsOf(plan: Roadmap, folded: ReadonlySet<string>): Row[] {
  const dated = plan.epics.flatMap(datedOf).sort(byDates);
  const rows = plan.super_epics
    .flatMap((node) => groupNode(node, dated))
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

/** The same rows in the same order, with the bars of another version of the plan. */
export function withBars(rows: readonly Row[], plan: Roadmap): Row[] {
  const dated = plan.epics.flatMap(datedOf);
  const groups = plan.super_epics.flatMap((node) => groupNode(node, dated));
  const bars = new Map([...dated, ...groups].map((node) => [node.uuid, node]));
  return rows.map((row) => (row.node === null ? row : { ...row, node: bars.get(row.node.uuid) ?? row.node }));
}

/** Nodes without a bar. A super-epic is among them only if it has no epics. */
export const undatedOf = (plan: Roadmap): PlanNode[] => [
  ...plan.super_epics.filter((node) => !plan.epics.some((epic) => epic.parent_uuid === node.uuid)),
  ...plan.epics.filter((node) => spanOf(node) === null),
];

/** All nodes in table order: super-epics with their epics, then the other epics. */
export function treeOf(plan: Roadmap): { node: PlanNode; depth: 0 | 1 }[] {
  const when = ({ start, planned_start, finish, title }: PlanNode) =>
    `${start ?? planned_start ?? '9999'} ${finish ?? '9999'} ${title}`;
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
  /** The link is part of a critical chain. */
  critical: boolean;
  /** The working days by which the link delays its successor; 0 if it does not. */
  pushes: number;
}

export function resolveLinks(plan: Roadmap): ResolvedLink[] {
  const nodes = nodesOf(plan);
  const { chains, pushed } = plan.schedule;
  const steps = new Set(chains.flatMap((chain) => chain.slice(1).map((uuid, i) => `${nodeAt(chain, i)} ${uuid}`)));
  const longest = new Map<string, number>();
  for (const { link, days } of pushed) longest.set(link, Math.max(days, longest.get(link) ?? 0));
  return plan.links.flatMap((link) => {
    const pred = nodes.get(link.pred_uuid);
    const succ = nodes.get(link.succ_uuid);
    if (pred === undefined || succ === undefined) return [];
    const critical = epicsIn(plan, pred).some((from) => epicsIn(plan, succ).some((to) => steps.has(`${from} ${to}`)));
    return [{ link, pred, succ, critical, pushes: longest.get(link.uuid) ?? 0 }];
  });
}

const nodeAt = (chain: readonly string[], i: number) => chain[i] ?? '';

/** The uuids of the epic itself, or of the epics in the super-epic; only critical ones. */
function epicsIn(plan: Roadmap, node: PlanNode): string[] {
  const epics = node.kind === 'epic' ? [node] : plan.epics.filter((epic) => epic.parent_uuid === node.uuid);
  return epics.filter((epic) => epic.critical).map((epic) => epic.uuid);
}

/** The start or the finish of a bar. */
export type BarEnd = 'S' | 'F';

/** The type of a link between two ends; a link on a super-epic is always finish-to-start. */
export function linkTypeOf(
  pred: PlanNode | undefined,
  leaves: BarEnd,
  succ: PlanNode | undefined,
  enters: BarEnd = 'S',
): LinkType {
  if (pred?.kind === 'super_epic' || succ?.kind === 'super_epic') return 'FS';
  return `${leaves}${enters}` as const;
}

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
