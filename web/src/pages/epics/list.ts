// The list of epics: grouped by super-epic and filtered.
import type { PlanNode, Roadmap } from '../../api/types.gen';
import { containsWords } from '../../searchWords';

export interface Group {
  /** Null for epics without a super-epic. */
  node: PlanNode | null;
  epics: PlanNode[];
}

export interface Filter {
  text: string;
  /** Hides epics and super-epics that are done. */
  open: boolean;
}

/** Super-epics with their matching epics, then the other epics. A super-epic whose name matches keeps all of its epics. */
export function groupsOf(plan: Roadmap, filter: Filter): Group[] {
  const fits = (node: PlanNode) => containsWords(node.title, filter.text);
  const passes = (node: PlanNode) => !filter.open || node.status !== 'done';
  const groups = plan.super_epics.flatMap((node) => {
    const inside = plan.epics.filter((epic) => epic.parent_uuid === node.uuid && passes(epic));
    const epics = fits(node) ? inside : inside.filter(fits);
    return epics.length > 0 || (fits(node) && passes(node)) ? [{ node, epics }] : [];
  });
  const alone = plan.epics.filter((epic) => epic.parent_uuid === null && passes(epic) && fits(epic));
  return alone.length === 0 ? groups : [...groups, { node: null, epics: alone }];
}
