// What the palette shows for a query.
import type { Found } from '../api/types.gen';
import type { Command } from './registry';

export type Group = 'groupCommands' | 'groupTickets' | 'groupProjects';

export interface Item {
  id: string;
  group: Group;
  label: string;
  run: () => void;
}

/** Ignores case and accents. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Commands that contain every typed word. */
export function matchingCommands(commands: Command[], query: string): Command[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const text = fold(`${command.label} ${command.words ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

interface Targets {
  ticket: (uuid: string) => void;
  project: (uuid: string) => void;
}

export function itemsOf(commands: Command[], query: string, found: Found | undefined, go: Targets): Item[] {
  return [
    ...matchingCommands(commands, query).map(
      ({ id, label, run }): Item => ({ id: `c ${id}`, group: 'groupCommands', label, run }),
    ),
    ...(found?.projects ?? []).map(
      ({ uuid, name }): Item => ({ id: `p ${uuid}`, group: 'groupProjects', label: name, run: () => go.project(uuid) }),
    ),
    ...(found?.tickets ?? []).map(
      ({ uuid, title }): Item => ({ id: `t ${uuid}`, group: 'groupTickets', label: title, run: () => go.ticket(uuid) }),
    ),
  ];
}
