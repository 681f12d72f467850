import { UnstyledButton } from '@mantine/core';
import { IconDots, IconMessage } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { WeekEntry } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { parseDuration } from '../../ui/duration';
import { movesOut, toCell } from './cells';
import classes from './grid.module.css';
import { isComing } from './useWeekChanges';
import { sumOf } from './week';

interface Props {
  /** Its position, for the arrow keys. */
  row: number;
  column: number;
  /** Names the ticket and the day. */
  label: string;
  entries: readonly WeekEntry[];
  mayLog: boolean;
  mayChange: boolean;
  onLog: (minutes: number) => void;
  onSave: (uuid: string, minutes: number) => void;
  onRemove: (uuid: string) => void;
  onOpen: () => void;
}

/**
 * The time logged on a ticket on one day: a field if there is at most one entry, otherwise a button that opens all entries.
 * Without permission to edit, a single entry opens to show its comment.
 */
export function Cell(props: Props) {
  const format = useFormat();
  const { entries } = props;
  const minutes = sumOf(entries);
  const shown = minutes === 0 ? '' : format.minutes(minutes);
  const waits = entries.some((entry) => isComing(entry.uuid));
  const open = !waits && (entries.length === 0 ? props.mayLog : props.mayChange);
  const told = !open && !waits;
  if (entries.length > 1 || (told && entries[0]?.comment)) return <Opener {...props} shown={shown} />;
  if (told) return <span className={classes.fixed}>{shown}</span>;
  return <Field {...props} shown={shown} waits={waits} entry={entries[0]} />;
}

function Opener(props: Props & { shown: string }) {
  const t = useT();
  return (
    <UnstyledButton
      className={classes.several}
      data-cell={`${props.row}-${props.column}`}
      aria-label={t('time.severalAt', { place: props.label, duration: props.shown, count: props.entries.length })}
      onClick={props.onOpen}
      onKeyDown={(event) => {
        if (movesOut(event, true)) toCell(event, props.row, props.column);
      }}
    >
      {props.shown}
      {props.entries.length > 1 ? (
        <span className={classes.count} data-count={props.entries.length} aria-hidden="true" />
      ) : (
        <IconMessage size={13} aria-hidden />
      )}
    </UnstyledButton>
  );
}

function Field(props: Props & { shown: string; waits: boolean; entry: WeekEntry | undefined }) {
  const t = useT();
  const { entry } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  // Moving away saves the draft and also blurs the field, which would save it again, so the draft must be cleared first.
  const typing = useRef<string | null>(null);
  const type = (text: string | null) => {
    typing.current = text;
    setDraft(text);
    setWrong(false);
  };
  /** Saves the draft; false if it is not a duration. */
  const keep = (): boolean => {
    const typed = (typing.current ?? props.shown).trim();
    const minutes = parseDuration(typed);
    if (typed !== '' && minutes === undefined) {
      setWrong(true);
      return false;
    }
    if (typing.current === null) return true;
    type(null);
    if (minutes === undefined) {
      if (entry !== undefined) props.onRemove(entry.uuid);
    } else if (entry === undefined) props.onLog(minutes);
    else if (minutes !== entry.minutes) props.onSave(entry.uuid, minutes);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      type(null);
    } else if (event.key === 'Enter' && event.shiftKey) {
      if (keep()) props.onOpen();
    } else if (movesOut(event, draft === null) && keep()) toCell(event, props.row, props.column);
  };
  return (
    <span className={classes.cell} data-wrong={wrong || undefined} data-waits={props.waits || undefined}>
      <input
        className={classes.input}
        data-cell={`${props.row}-${props.column}`}
        aria-label={props.label}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'time-wrong' : 'time-keys'}
        title={entry?.comment ?? undefined}
        inputMode="text"
        autoComplete="off"
        readOnly={props.waits}
        value={draft ?? props.shown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={keep}
        onKeyDown={onKeyDown}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {entry !== undefined && !props.waits && (
        <UnstyledButton
          className={classes.open}
          tabIndex={-1}
          aria-label={t('time.openAt', { place: props.label })}
          onClick={props.onOpen}
        >
          {entry.comment ? <IconMessage size={13} aria-hidden /> : <IconDots size={13} aria-hidden />}
        </UnstyledButton>
      )}
    </span>
  );
}
