import { listOf, oneOf, type Raw } from '../../search';

export interface BoardSearch {
  q?: string;
  /** By default the active sprint, if any; "all" is every ticket. */
  sprint?: string[];
  assignee?: string[];
  epic?: string[];
  tag?: string[];
  priority?: string[];
  type?: string[];
}

export function validateSearch(raw: Raw): BoardSearch {
  return {
    q: oneOf(raw, 'q'),
    sprint: listOf(raw, 'sprint'),
    assignee: listOf(raw, 'assignee'),
    epic: listOf(raw, 'epic'),
    tag: listOf(raw, 'tag'),
    priority: listOf(raw, 'priority'),
    type: listOf(raw, 'type'),
  };
}
