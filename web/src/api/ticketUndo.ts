// The changes of tickets that can be undone, last first.

import type { QueryClient } from '@tanstack/react-query';
import { replacedFields } from '../changedFields';
import type { Notify } from '../ui/notify';
import type { BackChange, RestoreChange, SaveChange, Sent, TicketChange, UndoChange } from './ticketChanges';

/** A change that undoes another one. */
export type Reverse = SaveChange | BackChange | RestoreChange;

/** How many changes can be undone, one after the other. */
const deepest = 20;

/** A change that the server has made, and the change that undoes it. */
interface Undoable {
  of: TicketChange;
  back: Reverse;
}

const undoKey = (project: string) => ['undo', project] as const;

/** Remembers how to undo a change, and says that it was made. */
export function tell(
  client: QueryClient,
  project: string,
  notify: Notify,
  change: TicketChange,
  sent: Sent,
  run: (change: TicketChange) => void,
): void {
  const back = reverse(change, sent);
  if (back !== undefined) {
    client.setQueryData<Undoable[]>(undoKey(project), (old = []) => [...old, { of: change, back }].slice(-deepest));
  }
  if (change.said === undefined) return;
  notify.done(change.said, back && (() => popUndo(client, project, change) && run(back)));
}

/** The change that undoes another one, given what the server has made of this one. What somebody else has replaced since is not undone. */
export function reverse(change: TicketChange, { ticket, moves = [] }: Sent): Reverse | undefined {
  if (change.kind === 'delete') return { kind: 'restore', uuid: change.uuid };
  if (change.kind === 'move') {
    const { back, to } = change.status ?? {};
    return { kind: 'back', moves: moves.map((move) => ({ ...move, status: back, over_status: to })) };
  }
  if (change.kind !== 'save' || change.back === undefined) return undefined;
  const over = ticket === null ? undefined : replacedFields(ticket, change.back);
  return { kind: 'save', uuid: change.uuid, patch: change.back, over };
}

/** Whether a change can be undone once the server has made it. */
const isUndoable = (change: TicketChange) =>
  change.kind === 'delete' || change.kind === 'move' || (change.kind === 'save' && change.back !== undefined);

/** The change that undoes the last one: a pending one, if the server makes it, or else the last that was made. */
export function nextUndo(
  client: QueryClient,
  project: string,
  pending: readonly TicketChange[],
): Reverse | UndoChange | undefined {
  const undone = pending.map((change) => (change.kind === 'undo' ? change.of : undefined));
  const of = pending.findLast((change) => isUndoable(change) && !undone.includes(change));
  return of === undefined ? popUndo(client, project) : { kind: 'undo', of };
}

/** Removes a change, by default the last, from those that can be undone; returns the change that undoes it. */
export function popUndo(client: QueryClient, project: string, of?: TicketChange): Reverse | undefined {
  const list = client.getQueryData<Undoable[]>(undoKey(project)) ?? [];
  const taken = of === undefined ? list.at(-1) : list.find((one) => one.of === of);
  if (taken !== undefined) {
    client.setQueryData(
      undoKey(project),
      list.filter((one) => one !== taken),
    );
  }
  return taken?.back;
}
