import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { hasCode } from '../../api/http';
import { useSession } from '../../api/session';
import { logTime, timeQuery } from '../../api/time';
import type { TimeBody } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { parseDuration } from '../../ui/duration';
import { useNotify } from '../../ui/notify';
import { ErrorState, Loading } from '../../ui/State';
import { TicketTimer } from '../time/TicketTimer';
import { refreshTime } from '../time/useWeekChanges';
import { fullDay } from '../time/week';
import { LogError } from './LogError';
import { TimeEntryLine } from './TimeEntryLine';
import classes from './ticket.module.css';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Time spent on the ticket, and a form to log more. */
export function TimeLog({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const query = useQuery(timeQuery(ticket.uuid));
  const { write, manage } = useTicketFrame(ticket).may;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading rows={2} />;
  const { entries, total_minutes } = query.data;
  return (
    <>
      {write && <LogForm ticket={ticket} />}
      <div className={classes.timeHead}>
        <Text size="sm" fw={600}>
          {entries.length === 0
            ? t('ticket.timeNone')
            : t('ticket.timeTotal', { total: format.minutes(total_minutes) })}
        </Text>
        {write && <TicketTimer ticket={ticket.uuid} />}
      </div>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <TimeEntryLine key={entry.uuid} ticket={ticket} entry={entry} mayChange={write && (entry.mine || manage)} />
        ))}
      </ul>
    </>
  );
}

function LogForm({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const client = useQueryClient();
  const { today } = useSession();
  const [duration, setDuration] = useState('');
  const [day, setDay] = useState(today);
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const minutes = parseDuration(duration);
  const tooLong = minutes !== undefined && minutes > fullDay;
  const log = useMutation({
    mutationFn: (body: TimeBody) => logTime(ticket.uuid, body),
    onError: (error) => {
      if (!hasCode(error, 'invalid')) notify.failed(error);
    },
    onSuccess: async (entry) => {
      notify.done(t('time.timerLogged', { duration: format.minutes(entry.minutes) }));
      setDuration('');
      setComment('');
      setTried(false);
      await refreshTime(client, [ticket.uuid]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (minutes === undefined || tooLong || log.isPending) return;
    log.mutate({ duration_minutes: minutes, logged_at: day || undefined, comment: comment.trim() || undefined });
  };
  return (
    <form onSubmit={submit} className={classes.logForm} noValidate>
      <TextInput
        size="xs"
        className={classes.logDuration}
        label={t('time.duration')}
        description={
          minutes === undefined
            ? t('ticket.timeDurationHint')
            : t('ticket.timeMeans', { duration: format.minutes(minutes) })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={
          tooLong
            ? t('time.longEntry', { duration: format.minutes(minutes) })
            : tried && minutes === undefined && t('time.wrong')
        }
        value={duration}
        autoComplete="off"
        onChange={(event) => setDuration(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="date"
        label={t('ticket.timeDate')}
        max={today}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        className={classes.logComment}
        label={t('time.comment')}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={log.isPending}>
        {t('time.quick')}
      </Button>
      <LogError error={log.error} />
    </form>
  );
}
