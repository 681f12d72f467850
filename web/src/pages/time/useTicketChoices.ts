import { useQuery } from '@tanstack/react-query';
import { recentQuery } from '../../api/time';
import type { TimeProject, WeekTicket } from '../../api/types.gen';
import { containsWords } from '../../searchWords';
import { useSearch } from '../../ui/useSearch';

/** As many suggestions as fit without scrolling. */
const maxChoices = 6;

export interface TicketChoices {
  tickets: WeekTicket[];
  /** For the reader: a search for more tickets is under way, or why it cannot be done. */
  note: string | undefined;
}

/** Tickets matching what was typed: recent ones first, then the rest. */
export function useTicketChoices(
  typed: string,
  projects: readonly TimeProject[],
  project: string | null = null,
): TicketChoices {
  const recent = useQuery(recentQuery).data?.tickets ?? [];
  const { found, note } = useSearch(typed, project);
  const tickets = matchingTickets(typed, recent, found?.tickets ?? [], projects, project);
  return { tickets: tickets.slice(0, maxChoices), note };
}

type Found = Pick<WeekTicket, 'uuid' | 'key' | 'title' | 'project_uuid'>;

/** Merges both lists. The server searched one of them; the other is searched here. */
export function matchingTickets(
  typed: string,
  recent: readonly Found[],
  found: readonly Found[],
  projects: readonly TimeProject[],
  project: string | null,
): WeekTicket[] {
  const list = new Map<string, WeekTicket>();
  const worked = recent.filter((one) => containsWords(`${one.key} ${one.title}`, typed));
  for (const { uuid, key, title, project_uuid } of [...worked, ...found]) {
    const home = projects.find((one) => one.uuid === project_uuid);
    if (home === undefined || !home.write || (project !== null && project !== home.uuid)) continue;
    if (!list.has(uuid))
      list.set(uuid, { uuid, key, title, project_uuid, project: home.name, color: home.color, deleted: false });
  }
  return [...list.values()];
}
