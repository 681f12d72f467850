import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { changedMeanwhile } from '../../api/http';
import { projectsKey } from '../../api/projects';
import { ticketKey } from '../../api/tickets';
import { changeTime, deleteTime, logTime, restoreTime, timeKey, weekKey } from '../../api/time';
import type { TimeEntry, TimePatch, Week, WeekTicket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { afterwards, backOf, isEmpty } from './patch';
import { type Change, findEntry, named, withChange, withVersion } from './week';

/** Marks an entry that is not saved yet. */
const pendingPrefix = 'coming ';
export const isComing = (uuid: string): boolean => uuid.startsWith(pendingPrefix);
let made = 0;

interface Step {
  change: Change;
  run: () => Promise<unknown>;
  tickets: string[];
  /** The message on success, and what undoes the change. */
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
  /** Shows a notification; otherwise, the cell alone shows the change. */
  loud?: boolean;
  /** Called once the server has accepted or refused it. */
  onDone?: () => void;
  onLost?: () => void;
}

export interface WeekChanges {
  log: (time: NewTime) => void;
  save: (uuid: string, patch: TimePatch, ticket?: WeekTicket, onDone?: () => void) => void;
  remove: (uuid: string) => void;
}

const mutationKey = ['time', 'change'];

/** Refetches whatever shows logged time. */
export async function refreshTime(client: QueryClient, tickets: readonly string[]): Promise<void> {
  refreshTickets(client, tickets);
  void client.invalidateQueries({ queryKey: projectsKey });
  await client.invalidateQueries({ queryKey: timeKey });
}

function refreshTickets(client: QueryClient, tickets: readonly string[]): void {
  for (const ticket of tickets) void client.invalidateQueries({ queryKey: ticketKey(ticket) });
}

/** Matches every loaded week of a person, because an entry may move between weeks. */
const weeksOf = (user: number) => ({
  queryKey: weekKey,
  predicate: ({ state }: Query) => (state.data as Week | undefined)?.user.user_id === user,
});

/** The version of an entry that was last read or saved; another change may have been saved since the page was drawn. */
const shownVersion = (client: QueryClient, user: number, uuid: string) =>
  client
    .getQueriesData<Week>(weeksOf(user))
    .map(([, week]) => week && findEntry(week, uuid)?.version)
    .find((version) => version);

const setVersion = (client: QueryClient, user: number, uuid: string, version: string) =>
  client.setQueriesData<Week>(weeksOf(user), (week) => week && withVersion(week, uuid, version));

/** Changes a person's time optimistically. */
function useWeekMutation(user: number) {
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
      // Refetch weeks only after the last pending change, or the others would be reverted on screen; tickets need not wait.
      if (client.isMutating({ mutationKey }) > 1) refreshTickets(client, tickets);
      else void refreshTime(client, tickets);
    },
  });
}

/** Logs, edits and removes time in the current week, even while another one loads. Edits and removals can be undone. */
export function useWeekChanges(week: Week): WeekChanges {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const notify = useNotify();
  const { mutate } = useWeekMutation(week.user.user_id);
  const save: WeekChanges['save'] = (uuid, fields, ticket, onDone) => {
    const old = findEntry(week, uuid);
    const patch = ticket === undefined ? fields : { ...fields, ticket_uuid: ticket.uuid };
    if (old === undefined) return notify.failed(changedMeanwhile());
    if (isEmpty(patch)) return onDone?.();
    const to = ticket ?? old.ticket;
    const was = {
      duration_minutes: old.minutes,
      comment: old.comment,
      logged_at: old.day,
      ticket_uuid: old.ticket.uuid,
      version: old.version,
    };
    let saved: TimeEntry | undefined;
    const tickets = [old.ticket.uuid, to.uuid];
    const drawn = { ...was, ...patch };
    mutate({
      change: { uuid, ticket: to, day: drawn.logged_at, minutes: drawn.duration_minutes, comment: drawn.comment },
      run: async () => {
        const version = shownVersion(client, week.user.user_id, uuid) ?? was.version;
        saved = await changeTime(client, uuid, { ...was, version }, patch);
        setVersion(client, week.user.user_id, uuid, saved.version);
      },
      tickets,
      onDone,
      said: t('time.changed', { title: named(to) }),
      undo: () =>
        mutate({
          change: old,
          run: () => changeTime(client, uuid, afterwards(was, patch, saved), backOf(patch, was)),
          tickets,
          said: t('common.undone'),
        }),
    });
  };
  return {
    save,
    log: ({ ticket, day, minutes, comment, loud, onDone, onLost }) =>
      mutate({
        onDone,
        onLost,
        change: { uuid: `${pendingPrefix}${made++}`, ticket, day, minutes, comment: comment ?? null },
        run: () => logTime(ticket.uuid, { duration_minutes: minutes, logged_at: day, comment }),
        tickets: [ticket.uuid],
        said: loud ? t('time.logged', { duration: format.minutes(minutes), title: named(ticket) }) : undefined,
      }),
    remove: (uuid) => {
      const old = findEntry(week, uuid);
      if (old === undefined) return;
      mutate({
        change: { ...old, minutes: null },
        run: () => deleteTime(uuid),
        tickets: [old.ticket.uuid],
        said: t('time.removed', { duration: format.minutes(old.minutes), title: named(old.ticket) }),
        undo: () =>
          mutate({ change: old, run: () => restoreTime(uuid), tickets: [old.ticket.uuid], said: t('common.undone') }),
      });
    },
  };
}
