import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat, useT } from '../../i18n';
import { StopTimer } from './StopTimer';
import { useElapsed, useTimer } from './timer';

/** Starts and stops the timer on a ticket. A timer on another ticket is stopped first. */
export function TicketTimer(props: { ticket: string }) {
  const t = useT();
  const format = useFormat();
  const { timer, start } = useTimer();
  const [stopping, setStopping] = useState(false);
  const elapsed = useElapsed(timer);
  const here = timer?.ticket === props.ticket;
  const Sign = here ? IconPlayerStop : IconPlayerPlay;
  return (
    <>
      <Button
        size="xs"
        variant={here ? 'light' : 'default'}
        color={here ? 'red' : undefined}
        leftSection={<Sign size={14} aria-hidden />}
        onClick={() => (timer === null ? start(props.ticket) : setStopping(true))}
      >
        {here ? t('time.stopAt', { minutes: format.minutes(elapsed) }) : t('time.start')}
      </Button>
      {timer !== null && (
        <StopTimer
          opened={stopping}
          timer={timer}
          onClose={() => setStopping(false)}
          onStopped={here ? undefined : () => start(props.ticket)}
        />
      )}
    </>
  );
}
