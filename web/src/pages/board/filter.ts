// Converts the board's filter from the URL to the server's query, and to defaults for a new ticket.

import { cardFilter } from '../../api/cardSearch';
import type { CardFilter } from '../../api/cards';
import type { TicketInput } from '../../api/tickets';
import { type Frame, priorityValues } from '../../api/types.gen';
import type { BoardSearch } from './search';

export const facets = ['sprint', 'assignee', 'epic', 'tag', 'priority', 'type'] as const;
export type Facet = (typeof facets)[number];

const activeSprints = (frame: Frame) => frame.sprints.filter((sprint) => sprint.status === 'active');

/** The values of a facet that are in effect; if the URL names no sprint, the active one applies. */
export function selectedValues(search: BoardSearch, facet: Facet, frame: Frame): string[] {
  const given = search[facet] ?? [];
  if (facet !== 'sprint') return given;
  if (given.includes('all')) return [];
  return given.length === 0 && activeSprints(frame).length > 0 ? ['active'] : given;
}

export const filterOf = (search: BoardSearch, frame: Frame): CardFilter => ({
  ...cardFilter('status', { ...search, sprint: selectedValues(search, 'sprint', frame) }),
  ...(search.order === 'priority' && { order: search.order }),
});

/** A facet's values in the URL with one added or removed. */
export function toggled(search: BoardSearch, facet: Facet, value: string, frame: Frame): string[] | undefined {
  const now = selectedValues(search, facet, frame);
  const next = now.includes(value) ? now.filter((other) => other !== value) : [...now, value];
  if (next.length > 0) return next;
  return facet === 'sprint' && activeSprints(frame).length > 0 ? ['all'] : undefined;
}

/** Defaults for a new ticket, so that it matches the current filter. */
export function ticketDefaults(filter: CardFilter, frame: Frame): TicketInput {
  const first = (values: string[] | undefined) => values?.find((value) => value !== 'none');
  const sprint = filter.sprint?.includes('active') ? activeSprints(frame)[0]?.uuid : first(filter.sprint);
  const assignee = filter.assignee?.includes('me') ? frame.me : Number(first(filter.assignee) ?? Number.NaN);
  const tag = first(filter.tag);
  return {
    ...(sprint && !filter.sprint?.includes('none') && { sprint_uuid: sprint }),
    ...(Number.isInteger(assignee) && !filter.assignee?.includes('none') && { assignee_id: assignee }),
    ...(first(filter.epic) && !filter.epic?.includes('none') && { epic_uuid: first(filter.epic) }),
    ...(tag && { tags: [tag] }),
    ...(filter.priority && { priority: priorityValues.find((one) => filter.priority?.includes(one)) }),
    ...(first(filter.type) && { type_uuid: first(filter.type) }),
  };
}
