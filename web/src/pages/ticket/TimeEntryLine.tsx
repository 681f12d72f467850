import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTime, deleteTime, restoreTime } from '../../api/time';
import type { Ticket, TimeEntry, TimePatch } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import { useNotify } from '../../ui/notify';
import { EntryForm } from '../time/EntryForm';
import { afterwards, backOf, isEmpty } from '../time/patch';
import { refreshTime } from '../time/useWeekChanges';
import { named } from '../time/week';
import classes from './ticket.module.css';

interface Props {
  ticket: Ticket;
  entry: TimeEntry;
  /** Whether the entry is the reader's own or the reader manages the project. */
  mayChange: boolean;
}

/** A time entry; those with permission can edit or delete it, with undo. */
export function TimeEntryLine(props: Props) {
  const t = useT();
  const { entry } = props;
  const [editing, setEditing] = useState(false);
  const change = useEntryChange(props);
  if (!editing) return <Line {...props} change={change} onEdit={() => setEditing(true)} />;
  return (
    <li className={classes.entry}>
      <EntryForm
        minutes={entry.minutes}
        comment={entry.comment}
        day={entry.logged_at}
        action={t('common.save')}
        busy={change.isPending}
        size="xs"
        onCancel={() => setEditing(false)}
        onSave={(_, changed) => change.save(changed, () => setEditing(false))}
      />
    </li>
  );
}

function Line({ entry, mayChange, change, onEdit }: Props & { change: EntryChange; onEdit: () => void }) {
  const t = useT();
  const format = useFormat();
  const place = { duration: format.minutes(entry.minutes), name: entry.user, day: format.day(entry.logged_at) };
  return (
    <li className={classes.entry}>
      <Avatar id={entry.user_id} name={entry.user} size={24} decorative />
      <div className={classes.entryText}>
        <span>{entry.user}</span>
        {entry.comment && <span className={classes.note}>{entry.comment}</span>}
      </div>
      <time dateTime={entry.logged_at} className={classes.note}>
        {format.day(entry.logged_at)}
      </time>
      <strong className="figures">{format.minutes(entry.minutes)}</strong>
      {mayChange && (
        <span className={classes.entryTools}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('time.editEntry', place)} onClick={onEdit}>
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('time.deleteEntry', place)}
            disabled={change.isPending}
            onClick={change.remove}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

type EntryChange = ReturnType<typeof useEntryChange>;

function useEntryChange({ ticket, entry }: Props) {
  const title = named(ticket);
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: (step: { run: () => Promise<unknown>; said: string; undo?: () => void; onDone?: () => void }) =>
      step.run(),
    onError: (error) => notify.failed(error),
    onSuccess: async (_, { said, undo, onDone }) => {
      notify.done(said, undo);
      await refreshTime(client, [ticket.uuid]);
      onDone?.();
    },
  });
  const back = (run: () => Promise<unknown>) => () => mutate({ run, said: t('common.undone') });
  const { minutes, comment, logged_at } = entry;
  const was = { duration_minutes: minutes, comment, logged_at, ticket_uuid: entry.ticket_uuid, version: entry.version };
  return {
    isPending,
    save: (patch: TimePatch, onDone: () => void) => {
      if (isEmpty(patch)) return onDone();
      let saved: TimeEntry | undefined;
      mutate({
        run: async () => {
          saved = await changeTime(client, entry.uuid, was, patch);
        },
        said: t('time.changed', { title }),
        undo: back(() => changeTime(client, entry.uuid, afterwards(was, patch, saved), backOf(patch, was))),
        onDone,
      });
    },
    remove: () =>
      mutate({
        run: () => deleteTime(entry.uuid),
        said: t('time.removed', { duration: format.minutes(minutes), title }),
        undo: back(() => restoreTime(entry.uuid)),
      }),
  };
}
