import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TimePatch } from '../../api/types.gen';
import { changedFields } from '../../changedFields';
import { useFormat, useT } from '../../i18n';
import { isDay } from '../../search';
import { parseDuration, typedDuration } from '../../ui/duration';
import classes from './time.module.css';
import { fullDay } from './week';

type Entry = Required<Pick<TimePatch, 'duration_minutes' | 'comment' | 'logged_at'>>;

interface Props {
  minutes?: number;
  comment?: string | null;
  day: string;
  /** Label of the button. */
  action: string;
  busy?: boolean;
  autoFocus?: boolean;
  size?: 'xs' | 'sm';
  /** Receives the whole entry, and only its changed fields. */
  onSave: (entry: Entry, changed: TimePatch) => void;
  onCancel?: () => void;
  /** Extra fields and buttons. */
  children?: ReactNode;
  buttons?: ReactNode;
}

export function EntryForm(props: Props) {
  const t = useT();
  const format = useFormat();
  const [duration, setDuration] = useState(props.minutes === undefined ? '' : typedDuration(props.minutes));
  const [day, setDay] = useState(props.day);
  const [comment, setComment] = useState(props.comment ?? '');
  const [tried, setTried] = useState(false);
  // Others may change the entry while the form is open, so compare with the initial values.
  const [start] = useState({ duration_minutes: props.minutes, comment: props.comment ?? null, logged_at: props.day });
  const minutes = parseDuration(duration);
  const tooLong = minutes !== undefined && minutes > fullDay;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (minutes === undefined || tooLong || !isDay(day)) return;
    const entry = { duration_minutes: minutes, comment: comment.trim() || null, logged_at: day };
    props.onSave(entry, changedFields(start, entry));
  };
  const size = props.size ?? 'sm';
  const meaning = minutes === undefined ? t('time.durationHint') : format.minutes(minutes);
  const durationError = tooLong
    ? t('time.longEntry', { duration: meaning })
    : tried && minutes === undefined && t('time.wrong');
  return (
    <form onSubmit={submit} className={classes.entryForm} noValidate>
      <TextInput
        size={size}
        label={t('time.duration')}
        className={classes.entryDuration}
        description={meaning}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={durationError}
        value={duration}
        autoComplete="off"
        data-autofocus={props.autoFocus || undefined}
        onChange={(event) => setDuration(event.currentTarget.value)}
      />
      <TextInput
        size={size}
        type="date"
        label={t('time.day')}
        error={tried && !isDay(day) ? t('time.wrongDay') : undefined}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        size={size}
        label={t('time.comment')}
        className={classes.entryComment}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {props.children}
      <Group gap="xs" className={classes.entryButtons}>
        {props.buttons}
        {props.onCancel && (
          <Button variant="default" size={size} onClick={props.onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" size={size} loading={props.busy}>
          {props.action}
        </Button>
      </Group>
    </form>
  );
}
