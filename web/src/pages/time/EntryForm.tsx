import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TimePatch } from '../../api/types.gen';
import { changedFields } from '../../changedFields';
import { useFormat, useT } from '../../i18n';
import { isDay } from '../../search';
import { FormClash } from '../../ui/Clash';
import { parseDuration, typedDuration } from '../../ui/duration';
import { useFormDraft } from '../../ui/useFormDraft';
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
  const draft = useFormDraft({
    duration: props.minutes === undefined ? '' : typedDuration(props.minutes),
    day: props.day,
    comment: props.comment ?? '',
  });
  const { duration, day, comment } = draft.value;
  const [tried, setTried] = useState(false);
  const stored = { duration_minutes: props.minutes, comment: props.comment ?? null, logged_at: props.day };
  const minutes = parseDuration(duration);
  const tooLong = minutes !== undefined && minutes > fullDay;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (minutes === undefined || tooLong || !isDay(day)) return;
    const entry = { duration_minutes: minutes, comment: comment.trim() || null, logged_at: day };
    props.onSave(entry, changedFields(stored, entry));
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
        onChange={(event) => draft.set({ duration: event.currentTarget.value })}
      />
      <TextInput
        size={size}
        type="date"
        label={t('time.day')}
        error={tried && !isDay(day) ? t('time.wrongDay') : undefined}
        value={day}
        onChange={(event) => draft.set({ day: event.currentTarget.value })}
      />
      <TextInput
        size={size}
        label={t('time.comment')}
        className={classes.entryComment}
        maxLength={2000}
        value={comment}
        onChange={(event) => draft.set({ comment: event.currentTarget.value })}
      />
      {props.children}
      <div className={classes.entryClash}>
        <FormClash
          over={draft}
          busy={props.busy}
          describe={({ duration, day, comment }) => ({
            [t('time.duration')]: duration,
            [t('time.day')]: day && format.day(day),
            [t('time.comment')]: comment,
          })}
        />
      </div>
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
