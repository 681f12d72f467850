// Ticket selection, which works as in a file manager.

export interface Selection {
  chosen: ReadonlySet<string>;
  /** Where a range starts. */
  anchor: string | null;
}

export const nothing: Selection = { chosen: new Set(), anchor: null };

export function toggle(selection: Selection, uuid: string): Selection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(uuid)) chosen.add(uuid);
  return { chosen, anchor: uuid };
}

/** Adds everything between the anchor and a ticket, in display order. */
export function extend(selection: Selection, uuid: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? uuid);
  const to = order.indexOf(uuid);
  if (from < 0 || to < 0) return toggle(selection, uuid);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...selection.chosen, ...range]), anchor: selection.anchor ?? uuid };
}

/** Adds all the tickets, or removes them if all were selected. */
export function choose(selection: Selection, uuids: readonly string[]): Selection {
  const all = uuids.length > 0 && uuids.every((uuid) => selection.chosen.has(uuid));
  const chosen = new Set(selection.chosen);
  for (const uuid of uuids) {
    if (all) chosen.delete(uuid);
    else chosen.add(uuid);
  }
  return { chosen, anchor: selection.anchor };
}

/** Adds tickets. */
export const add = (selection: Selection, uuids: readonly string[]): Selection => ({
  chosen: new Set([...selection.chosen, ...uuids]),
  anchor: selection.anchor,
});

/** Drops tickets that are no longer shown; returns the same object if there are none. */
export function prune(selection: Selection, shown: ReadonlySet<string>): Selection {
  const gone = [...selection.chosen].some((uuid) => !shown.has(uuid));
  if (!gone) return selection;
  return { chosen: new Set([...selection.chosen].filter((uuid) => shown.has(uuid))), anchor: selection.anchor };
}
