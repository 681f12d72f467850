import { Button, Divider, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Week, WeekEntry, WeekTicket } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { EntryForm } from './EntryForm';
import { TicketField } from './TicketField';
import classes from './time.module.css';
import { isComing, type WeekChanges } from './useWeekChanges';
import { findEntry, rightsOf, sumOf } from './week';

interface Props {
  week: Week;
  changes: WeekChanges;
  ticket: WeekTicket;
  day: string;
  entries: readonly WeekEntry[];
  onClose: () => void;
}

/** The entries of a ticket on a day: forms for those who can edit, text for the others. */
export function EntryList(props: Props) {
  const t = useT();
  const format = useFormat();
  const { week, ticket, day, entries, changes } = props;
  const [adding, setAdding] = useState(false);
  const { mayLog, mayChange } = rightsOf(week, ticket);
  const { shown, keep } = useKept(props, mayChange);
  return (
    <div className={classes.list}>
      <Text size="sm" c="dimmed">
        {entries.length === 0
          ? t('time.entriesNone')
          : t('time.entriesSum', { count: entries.length, duration: format.minutes(sumOf(entries)) })}
      </Text>
      {shown.map((entry, index) =>
        mayChange && !isComing(entry.uuid) ? (
          <One
            key={entry.uuid}
            {...props}
            day={entry.day}
            entry={entry}
            first={index === 0}
            onKeep={() => keep(entry)}
          />
        ) : (
          <ReadOnlyEntry key={entry.uuid} entry={entry} />
        ),
      )}
      {mayLog && day <= week.today && !adding && (
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

/** The entries, and those whose forms must stay although the page shows them elsewhere: somebody has moved or removed them, or they are being saved. */
function useKept({ week, day, entries }: Props, mayChange: boolean) {
  const here = entries.map((entry) => ({ ...entry, day }));
  const [kept, setKept] = useState(mayChange ? here.filter(({ uuid }) => !isComing(uuid)) : []);
  const isIn = (list: WeekEntry[], { uuid }: WeekEntry) => list.some((one) => one.uuid === uuid);
  return {
    shown: [
      ...kept.map((entry) => findEntry(week, entry.uuid) ?? entry),
      ...here.filter((entry) => !isIn(kept, entry)),
    ],
    keep: (entry: WeekEntry & { day: string }) => setKept((old) => (isIn(old, entry) ? old : [...old, entry])),
  };
}

/** A read-only entry: no permission, or not saved yet. */
function ReadOnlyEntry({ entry }: { entry: WeekEntry }) {
  const format = useFormat();
  return (
    <>
      <div className={classes.told} aria-busy={isComing(entry.uuid)}>
        <strong className="figures">{format.minutes(entry.minutes)}</strong>
        <span className={classes.toldComment}>{entry.comment}</span>
      </div>
      <Divider />
    </>
  );
}

function One(props: Props & { entry: WeekEntry; first: boolean; onKeep: () => void }) {
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
        onSave={(_, changed) => {
          props.onKeep();
          changes.save(entry.uuid, changed, to.uuid === ticket.uuid ? undefined : to, props.onClose);
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
