import { Button } from '@mantine/core';
import { IconPlayerRecordFilled, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat, useT } from '../../i18n';
import { StopTimer } from './StopTimer';
import classes from './time.module.css';
import { type Timer, useElapsed, useTimer } from './timer';
import { useTimedTicket } from './useTimedTicket';

export function TimerBar() {
  const { timer } = useTimer();
  return timer === null ? null : <Running timer={timer} />;
}

function Running({ timer }: { timer: Timer }) {
  const t = useT();
  const format = useFormat();
  const [stopping, setStopping] = useState(false);
  const minutes = format.minutes(useElapsed(timer));
  const { title } = useTimedTicket(timer);
  return (
    <section className={classes.timer} aria-label={t('time.timer')}>
      <IconPlayerRecordFilled size={14} aria-hidden className={classes.record} />
      <strong className="figures">{minutes}</strong>
      <span className={classes.timerTitle}>{title}</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={() => setStopping(true)}
      >
        {t('time.stop')}
      </Button>
      <StopTimer opened={stopping} timer={timer} onClose={() => setStopping(false)} />
    </section>
  );
}
