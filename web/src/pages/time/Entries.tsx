import { Button, Divider, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Week, WeekEntry, WeekRow, WeekTicket } from '../../api/time';
import { useFormat, useT } from '../../i18n';
import { Dialog } from '../../ui/Dialog';
import { EntryForm } from './EntryForm';
import { TicketField } from './TicketField';
import classes from './time.module.css';
import { useDayNames } from './useDayNames';
import type { WeekChanges } from './useWeekChanges';
import { sumOf } from './week';

interface Props {
  week: Week;
  rows: readonly WeekRow[];
  changes: WeekChanges;
  place: { ticket: string; day: string } | null;
  onClose: () => void;
}

/** Entries are all entries of a ticket on a day, each to be changed, moved or removed. */
export function Entries(props: Props) {
  const t = useT();
  const names = useDayNames();
  const { week, place } = props;
  const row = props.rows.find((one) => one.ticket.uuid === place?.ticket);
  if (place === null || row === undefined) return null;
  return (
    <Dialog
      opened
      size="lg"
      onClose={props.onClose}
      title={t('time.cell', { title: row.ticket.title, day: names.long(place.day) })}
    >
      <List {...props} ticket={row.ticket} day={place.day} entries={row.entries[week.days.indexOf(place.day)] ?? []} />
    </Dialog>
  );
}

function List(props: Props & { ticket: WeekTicket; day: string; entries: readonly WeekEntry[] }) {
  const t = useT();
  const format = useFormat();
  const { week, ticket, day, entries, changes } = props;
  const [adding, setAdding] = useState(false);
  const project = week.projects.find((one) => one.uuid === ticket.project_uuid);
  const mayLog = week.mine && project?.write === true && !ticket.deleted;
  return (
    <div className={classes.list}>
      <Text size="sm" c="dimmed">
        {entries.length === 0
          ? t('time.entriesNone')
          : t('time.entriesSum', { count: entries.length, duration: format.minutes(sumOf(entries)) })}
      </Text>
      {entries.map((entry, index) => (
        <One key={entry.uuid} {...props} entry={entry} first={index === 0} />
      ))}
      {mayLog && !adding && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          className={classes.another}
          onClick={() => setAdding(true)}
        >
          {t('time.another')}
        </Button>
      )}
      {adding && (
        <EntryForm
          day={day}
          action={t('time.log')}
          onCancel={() => setAdding(false)}
          onSave={({ duration_minutes: minutes, comment, logged_at }) => {
            changes.log({ ticket, day: logged_at, minutes, comment: comment ?? undefined });
            setAdding(false);
          }}
        />
      )}
    </div>
  );
}

function One(props: Props & { ticket: WeekTicket; day: string; entry: WeekEntry; first: boolean }) {
  const t = useT();
  const { week, ticket, day, entry, changes } = props;
  const [to, setTo] = useState<WeekTicket>(ticket);
  return (
    <>
      <EntryForm
        minutes={entry.minutes}
        comment={entry.comment}
        day={day}
        action={t('common.save')}
        autoFocus={props.first}
        onSave={(patch) => {
          changes.save(entry.uuid, patch, to.uuid === ticket.uuid ? undefined : to);
          props.onClose();
        }}
        buttons={
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              changes.remove(entry.uuid);
              props.onClose();
            }}
          >
            {t('common.delete')}
          </Button>
        }
      >
        <TicketField
          label={t('time.ticket')}
          className={classes.entryTicket}
          projects={week.projects}
          project={ticket.project_uuid}
          value={to}
          onPick={setTo}
        />
      </EntryForm>
      <Divider />
    </>
  );
}
