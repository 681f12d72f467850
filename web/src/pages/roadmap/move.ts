// Moving epics and milestones on the timeline: what is tried before it is saved, and what that would do to the rest.
import type { EpicDates } from '../../api/roadmap';
import type { Milestone, PlanNode, Roadmap } from '../../api/types.gen';
import { addDays } from '../../days';
import { type DatedNode, type Span, spanOf } from './plan';

/** What is moved of an epic: the whole bar, or one of its own dates. */
export type Grip = 'bar' | 'start' | 'target';

/** Something that can be moved. */
export type Movable = { kind: 'epic'; uuid: string; grip: Grip } | { kind: 'milestone'; uuid: string };

/** A move that is not saved yet. The epic and the milestone are those that are saved. */
export type Trial =
  | { kind: 'epic'; node: PlanNode; dates: EpicDates }
  | { kind: 'milestone'; milestone: Milestone; date: string };

/** Whether an epic can be moved: a super-epic follows its epics, and what is done stays where it was. */
export const isMovable = ({ kind, state }: PlanNode): boolean => kind === 'epic' && state !== 'done';

/** Returns the trial that results from moving something by a number of days; null if it does not exist. */
export function moverOf(saved: Roadmap, trial: Trial | null, what: Movable): ((days: number) => Trial) | null {
  return what.kind === 'epic' ? epicMover(saved, trial, what.uuid, what.grip) : milestoneMover(saved, trial, what.uuid);
}

function epicMover(saved: Roadmap, trial: Trial | null, uuid: string, grip: Grip): ((days: number) => Trial) | null {
  const node = saved.epics.find((epic) => epic.uuid === uuid);
  const span = node && spanOf(node);
  if (!node || !span || !isMovable(node)) return null;
  const tried = trial?.kind === 'epic' && trial.node.uuid === uuid ? trial.dates : null;
  const from = datesAt({ ...node, span }, grip, tried);
  const moves = grip === 'bar' && node.state === 'in_progress' ? 'target' : grip;
  return (days) => ({ kind: 'epic', node, dates: shifted(from, moves, days) });
}

function milestoneMover(saved: Roadmap, trial: Trial | null, uuid: string): ((days: number) => Trial) | null {
  const milestone = saved.milestones.find((one) => one.uuid === uuid);
  if (!milestone) return null;
  const tried = trial?.kind === 'milestone' && trial.milestone.uuid === uuid ? trial.date : null;
  return (days) => ({ kind: 'milestone', milestone, date: addDays(tried ?? milestone.date, days) });
}

/**
 * The dates from which a move begins: those tried before, or else where the epic is drawn. A bar that is moved takes both its
 * ends along, but work in progress has already started.
 */
function datesAt(node: DatedNode, grip: Grip, tried: EpicDates | null): EpicDates {
  const { span, planned_start, planned_finish } = node;
  const { start_date, target_date } = tried ?? node;
  if (grip === 'start') return { start_date: start_date ?? planned_start ?? span.from, target_date };
  if (grip === 'target') return { start_date, target_date: target_date ?? planned_finish ?? span.to };
  if (node.state === 'in_progress') return { start_date, target_date: tried?.target_date ?? span.to };
  return { start_date: tried?.start_date ?? span.from, target_date: tried?.target_date ?? span.to };
}

/** Moves one or both dates. The one that is moved stops at the other. */
function shifted({ start_date, target_date }: EpicDates, grip: Grip, days: number): EpicDates {
  const start = start_date !== null && grip !== 'target' ? addDays(start_date, days) : start_date;
  const target = target_date !== null && grip !== 'start' ? addDays(target_date, days) : target_date;
  if (start === null || target === null || start <= target) return { start_date: start, target_date: target };
  const stop = grip === 'start' ? target : start;
  return { start_date: stop, target_date: stop };
}

/** An epic with other dates of its own, before anything is computed from them. */
export const withDates = <N extends PlanNode>(node: N, { start_date, target_date }: EpicDates): N => ({
  ...node,
  start_date,
  target_date,
  planned_start: start_date ?? node.planned_start,
  planned_finish: target_date ?? node.planned_finish,
});

/** The trial that undoes another one. */
export function backOf(trial: Trial): Trial {
  if (trial.kind === 'milestone') return { ...trial, date: trial.milestone.date };
  const { start_date, target_date } = trial.node;
  return { ...trial, dates: { start_date, target_date } };
}

/** The plan with a milestone moved, which changes nothing else. */
export function withMilestone(plan: Roadmap, { uuid }: Milestone, date: string): Roadmap {
  return { ...plan, milestones: plan.milestones.map((one) => (one.uuid === uuid ? { ...one, date } : one)) };
}

/** An epic whose bar differs between two versions of the plan. */
export interface Shift {
  uuid: string;
  title: string;
  from: Span | null;
  to: Span | null;
}

export function shiftsOf(before: Roadmap, after: Roadmap): Shift[] {
  if (before === after) return [];
  const old = new Map(before.epics.map((epic) => [epic.uuid, spanOf(epic)]));
  return after.epics.flatMap((epic) => {
    const [from, to] = [old.get(epic.uuid) ?? null, spanOf(epic)];
    return from?.from === to?.from && from?.to === to?.to ? [] : [{ uuid: epic.uuid, title: epic.title, from, to }];
  });
}

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const stepDays: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/**
 * What a key moves: an arrow moves by a day, and Page up or down by a week. With Shift, only the target moves, and with
 * Ctrl or ⌘ only the start.
 */
export function keyMove({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): { grip: Grip; days: number } | null {
  const days = stepDays[key];
  const control = ctrlKey || metaKey;
  if (days === undefined || altKey || (shiftKey && control)) return null;
  return { grip: shiftKey ? 'target' : control ? 'start' : 'bar', days };
}
