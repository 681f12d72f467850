// What the palette shows for a query.
import type { Found } from '../api/types.gen';
import { containsWords } from '../searchWords';
import { namesTicket } from '../ticketKeys';
import type { Command } from './registry';

export type Group = 'groupCommands' | 'groupTickets' | 'groupProjects';

export interface Item {
  id: string;
  group: Group;
  /** Of a ticket. */
  key?: string;
  label: string;
  run: () => void;
}

/** Commands that contain every typed word. */
export const matchingCommands = (commands: Command[], query: string): Command[] =>
  commands.filter((command) => containsWords(`${command.label} ${command.words ?? ''}`, query));

interface Targets {
  ticket: (uuid: string) => void;
  project: (uuid: string) => void;
}

/**
 * The index of the chosen item: the one that the reader selected or, without it, the first one; -1 for none. While results are on their way, commands
 * are first only if the tickets come after them.
 */
export function chosenAt(items: Item[], selected: string | null, query: string, searching: boolean): number {
  const at = items.findIndex((item) => item.id === selected);
  if (at >= 0) return at;
  return items.length === 0 || (searching && namesTicket(query)) ? -1 : 0;
}

/** Commands come first, then projects, then tickets, unless the query is the key or the number of a ticket. */
export function itemsOf(commands: Command[], query: string, found: Found | undefined, go: Targets): Item[] {
  const tickets = (found?.tickets ?? []).map(
    ({ uuid, key, title }): Item => ({
      id: `t ${uuid}`,
      group: 'groupTickets',
      key,
      label: title,
      run: () => go.ticket(uuid),
    }),
  );
  const others = [
    ...matchingCommands(commands, query).map(
      ({ id, label, run }): Item => ({ id: `c ${id}`, group: 'groupCommands', label, run }),
    ),
    ...(found?.projects ?? []).map(
      ({ uuid, name }): Item => ({ id: `p ${uuid}`, group: 'groupProjects', label: name, run: () => go.project(uuid) }),
    ),
  ];
  return namesTicket(query) ? [...tickets, ...others] : [...others, ...tickets];
}
