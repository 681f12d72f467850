// The changes of tickets that can be undone, last first.

import type { QueryClient } from '@tanstack/react-query';
import { replacedFields } from '../changedFields';
import type { Notify } from '../ui/notify';
import type { BackChange, RestoreChange, SaveChange, Sent, TicketChange } from './ticketChanges';

/** A change that undoes another one. */
export type Reverse = SaveChange | BackChange | RestoreChange;

/** How many changes can be undone, one after the other. */
const deepest = 20;

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
    client.setQueryData<Reverse[]>(undoKey(project), (old = []) => [...old, back].slice(-deepest));
  }
  if (change.said === undefined) return;
  notify.done(change.said, back && (() => popUndo(client, project, back) && run(back)));
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

/** Removes a change from the undo stack, by default the last. */
export function popUndo(client: QueryClient, project: string, which?: Reverse): Reverse | undefined {
  const list = client.getQueryData<Reverse[]>(undoKey(project)) ?? [];
  const taken = which === undefined ? list.at(-1) : list.find((one) => one === which);
  if (taken !== undefined) {
    client.setQueryData(
      undoKey(project),
      list.filter((one) => one !== taken),
    );
  }
  return taken;
}
