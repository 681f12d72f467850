import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { projectsKey } from '../../api/projects';
import { ticketKey } from '../../api/tickets';
import { deleteTime, logTime, restoreTime, saveTime, timeKey, weekKey } from '../../api/time';
import type { TimePatch, Week, WeekTicket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { backOf, isEmpty } from './patch';
import { type Change, findEntry, withChange } from './week';

/** coming marks an entry that the server does not know yet. */
const coming = 'coming ';
export const isComing = (uuid: string): boolean => uuid.startsWith(coming);
let made = 0;

interface Step {
  change: Change;
  run: () => Promise<unknown>;
  tickets: string[];
  /** What is said once it is done, and what takes it back. */
  said?: string;
  undo?: () => void;
  onDone?: () => void;
  onLost?: () => void;
}

interface NewTime {
  ticket: WeekTicket;
  day: string;
  minutes: number;
  comment?: string;
  /** Says so in the corner; a cell shows it by itself. */
  loud?: boolean;
  /** Called once the server has it, or when it was refused. */
  onDone?: () => void;
  onLost?: () => void;
}

export interface WeekChanges {
  log: (time: NewTime) => void;
  save: (uuid: string, patch: TimePatch, ticket?: WeekTicket) => void;
  remove: (uuid: string) => void;
}

const mutationKey = ['time', 'change'];

/** refreshTime reads again what logged time is shown in. */
export async function refreshTime(client: QueryClient, tickets: readonly string[]): Promise<void> {
  refreshTickets(client, tickets);
  void client.invalidateQueries({ queryKey: projectsKey });
  await client.invalidateQueries({ queryKey: timeKey });
}

function refreshTickets(client: QueryClient, tickets: readonly string[]): void {
  for (const ticket of tickets) void client.invalidateQueries({ queryKey: ticketKey(ticket) });
}

/** weeksOf finds every week of a person that was read: an entry may move from one to another. */
const weeksOf = (user: number) => ({
  queryKey: weekKey,
  predicate: ({ state }: Query) => (state.data as Week | undefined)?.user.user_id === user,
});

/** useSteps draws a change of a person's time at once, and takes it back when the server refuses it. */
function useSteps(user: number) {
  const client = useQueryClient();
  const notify = useNotify();
  const draw = (change: Change) =>
    client.setQueriesData<Week>(weeksOf(user), (week) => week && withChange(week, change));
  return useMutation({
    mutationKey,
    mutationFn: (step: Step) => step.run(),
    onMutate: ({ change }) => {
      void client.cancelQueries(weeksOf(user));
      const old = client
        .getQueriesData<Week>(weeksOf(user))
        .map(([, week]) => week && findEntry(week, change.uuid))
        .find((entry) => entry !== undefined);
      draw(change);
      return old ?? { ...change, minutes: null };
    },
    onError: (error, { onLost }, old) => {
      if (old !== undefined) draw(old);
      notify.failed(error);
      onLost?.();
    },
    onSuccess: (_, { said, undo, onDone }) => {
      if (said !== undefined) notify.done(said, undo);
      onDone?.();
    },
    onSettled: (_data, _error, { tickets }) => {
      // The weeks wait for the last step, or they would take the others back on the screen; the tickets need not.
      if (client.isMutating({ mutationKey }) > 1) refreshTickets(client, tickets);
      else void refreshTime(client, tickets);
    },
  });
}

/**
 * useWeekChanges logs, changes and removes time of the week on the screen, also while another is being read. What is
 * changed or removed can be undone.
 */
export function useWeekChanges(week: Week): WeekChanges {
  const t = useT();
  const format = useFormat();
  const { mutate } = useSteps(week.user.user_id);
  const save = (uuid: string, fields: TimePatch, ticket?: WeekTicket) => {
    const old = findEntry(week, uuid);
    const patch = ticket === undefined ? fields : { ...fields, ticket_uuid: ticket.uuid };
    if (old === undefined || isEmpty(patch)) return;
    const to = ticket ?? old.ticket;
    const was = {
      duration_minutes: old.minutes,
      comment: old.comment,
      logged_at: old.day,
      ticket_uuid: old.ticket.uuid,
    };
    const tickets = [old.ticket.uuid, to.uuid];
    const drawn = { ...was, ...patch };
    mutate({
      change: { uuid, ticket: to, day: drawn.logged_at, minutes: drawn.duration_minutes, comment: drawn.comment },
      run: () => saveTime(uuid, patch),
      tickets,
      said: t('time.changed', { title: to.title }),
      undo: () =>
        mutate({ change: old, run: () => saveTime(uuid, backOf(patch, was)), tickets, said: t('time.undone') }),
    });
  };
  return {
    save,
    log: ({ ticket, day, minutes, comment, loud, onDone, onLost }) =>
      mutate({
        onDone,
        onLost,
        change: { uuid: `${coming}${made++}`, ticket, day, minutes, comment: comment ?? null },
        run: () => logTime(ticket.uuid, { duration_minutes: minutes, logged_at: day, comment }),
        tickets: [ticket.uuid],
        said: loud ? t('time.logged', { duration: format.minutes(minutes), title: ticket.title }) : undefined,
      }),
    remove: (uuid) => {
      const old = findEntry(week, uuid);
      if (old === undefined) return;
      mutate({
        change: { ...old, minutes: null },
        run: () => deleteTime(uuid),
        tickets: [old.ticket.uuid],
        said: t('time.removed', { duration: format.minutes(old.minutes), title: old.ticket.title }),
        undo: () =>
          mutate({ change: old, run: () => restoreTime(uuid), tickets: [old.ticket.uuid], said: t('time.undone') }),
      });
    },
  };
}
