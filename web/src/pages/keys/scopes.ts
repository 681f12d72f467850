// Scopes grouped into resources with read and write access, and presets for common uses.

export type Access = 'read' | 'write';

export interface Resource {
  name: string;
  /** The scope that grants read or write access; null if there is none. */
  read: string | null;
  write: string | null;
}

/** Groups the server's scopes into resources, in order. */
export function resourcesOf(scopes: readonly string[]): Resource[] {
  const rows = new Map<string, Resource>();
  for (const scope of scopes) {
    const [name = '', access] = scope.split(':');
    const row = rows.get(name) ?? { name, read: null, write: null };
    if (access === 'read' || access === 'write') row[access] = scope;
    rows.set(name, row);
  }
  return [...rows.values()];
}

const isRead = (scope: string) => scope.endsWith(':read');

type Preset = 'read' | 'report' | 'time' | 'all';
export const presets: readonly Preset[] = ['read', 'report', 'time', 'all'];

/** Reports need figures and names, but no text written by users. */
const written = ['tickets:read', 'comments:read'];
const timeBot = ['projects:read', 'tickets:read', 'time:read', 'time:write'];

export function scopesOf(preset: Preset, all: readonly string[]): string[] {
  switch (preset) {
    case 'read':
      return all.filter(isRead);
    case 'report':
      return all.filter((scope) => isRead(scope) && !written.includes(scope));
    case 'time':
      return all.filter((scope) => timeBot.includes(scope));
    case 'all':
      return [...all];
  }
}

/** The preset with exactly these scopes, or null. */
export function presetOf(chosen: readonly string[], all: readonly string[]): Preset | null {
  const same = (preset: Preset) => {
    const wanted = scopesOf(preset, all);
    return wanted.length === chosen.length && wanted.every((scope) => chosen.includes(scope));
  };
  return presets.find(same) ?? null;
}

/** The resources a selection can read or write; "all" if it is all of them. */
export function accessibleResources(
  chosen: readonly string[],
  all: readonly string[],
  access: Access,
): string[] | 'all' {
  const possible = resourcesOf(all).filter((resource) => resource[access] !== null);
  const names = possible.filter((resource) => chosen.includes(resource[access] ?? '')).map(({ name }) => name);
  return names.length === possible.length && names.length > 0 ? 'all' : names;
}

/** Adds or removes scopes, keeping the server's order. */
export function toggled(chosen: readonly string[], scopes: readonly string[], on: boolean, all: readonly string[]) {
  return all.filter((scope) => (scopes.includes(scope) ? on : chosen.includes(scope)));
}
