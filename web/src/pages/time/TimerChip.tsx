import { IconPlayerRecordFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useT } from '../../i18n';
import classes from './TimerChip.module.css';
import { type Timer, useElapsed, useTimer } from './timer';
import { useTimedTicket } from './useTimedTicket';

/** Shows on every page that a timer is running, and links to it. */
export function TimerChip() {
  const { timer } = useTimer();
  return timer === null ? null : <Running timer={timer} />;
}

function Running({ timer }: { timer: Timer }) {
  const t = useT();
  const format = useFormat();
  const minutes = format.minutes(useElapsed(timer));
  const { title } = useTimedTicket(timer);
  const label = title === undefined ? t('time.running', { minutes }) : t('time.runningOn', { title, minutes });
  return (
    <Link to="/time" className={classes.chip} title={title} aria-label={label}>
      <IconPlayerRecordFilled size={12} aria-hidden className={classes.sign} />
      <span className="figures">{minutes}</span>
    </Link>
  );
}
