import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { logTime } from '../../api/time';
import { useFormat, useT } from '../../i18n';
import { mostMinutes } from '../../ui/duration';
import { useNotify } from '../../ui/notify';
import { localDay, rounded, steps, type Timer, useElapsed, useTimer } from './timer';
import { useTimedTicket } from './useTimedTicket';
import { refreshTime } from './useWeekChanges';
import { fullDay } from './week';

interface Props {
  opened: boolean;
  timer: Timer;
  onClose: () => void;
  /** Called once the time is logged or discarded. */
  onStopped?: () => void;
}

/** Asks what to do with the elapsed time. The timer keeps running until then. */
export function StopTimer(props: Props) {
  const t = useT();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('time.stopTitle')}>
      <Question {...props} />
    </Modal>
  );
}

function Question({ timer, onClose, onStopped }: Props) {
  const t = useT();
  const format = useFormat();
  const { clear } = useTimer();
  const [elapsed] = useState(useElapsed(timer)); // a snapshot from when the dialog opened
  const { title, gone } = useTimedTicket(timer);
  const [step, setStep] = useState('1');
  const [comment, setComment] = useState('');
  const minutes = Math.min(rounded(elapsed, Number(step)), mostMinutes);
  const end = () => {
    clear();
    onClose();
    onStopped?.();
  };
  const log = useLogged(timer, end);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!log.isPending) log.mutate({ minutes, comment: comment.trim() || undefined });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={600}>{title}</Text>
        {elapsed > fullDay && (
          <Alert color="amber" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('time.forgotten', { duration: format.minutes(elapsed) })}
          </Alert>
        )}
        {!gone && (
          <>
            <Radio.Group label={t('time.rounding')} value={step} onChange={setStep}>
              <Stack gap="xs" mt="xs">
                {steps.map((value) => (
                  <Radio
                    key={value}
                    value={String(value)}
                    label={t(value === 1 ? 'time.exactly' : 'time.roundedTo', {
                      duration: format.minutes(rounded(elapsed, value)),
                      step: format.minutes(value),
                    })}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <TextInput
              label={t('time.comment')}
              maxLength={2000}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="red" onClick={end}>
            {t('time.discard')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('time.keepRunning')}
            </Button>
            {!gone && (
              <Button type="submit" loading={log.isPending} disabled={minutes > fullDay}>
                {t('time.logDuration', { duration: format.minutes(minutes) })}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Logs the time on the day the timer was started. */
function useLogged(timer: Timer, onDone: () => void) {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ minutes, comment }: { minutes: number; comment?: string }) =>
      logTime(timer.ticket, { duration_minutes: minutes, comment, logged_at: localDay(timer.since) }),
    onError: (error) => notify.failed(error),
    onSuccess: (entry) => {
      notify.done(t('time.timerLogged', { duration: format.minutes(entry.minutes) }));
      void refreshTime(client, [timer.ticket]);
      onDone();
    },
  });
}
