import { Alert } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { hasCode } from '../../api/http';
import { useT } from '../../i18n';

interface Wait {
  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
  seconds: number;
  /** Starts the countdown if the error asks for one. */
  start: (error: unknown) => void;
}

/** Counts down after too many attempts. */
export function useWait(): Wait {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    start: (error) => {
      if (!hasCode(error, 'too_many_tries')) return;
      setNow(Date.now());
      setUntil(Date.now() + (error.retryAfter ?? 30) * 1000);
    },
  };
}

/** Screen readers announce it once, not every second. */
export function Throttled(props: { seconds: number }) {
  const t = useT();
  const minutes = Math.floor(props.seconds / 60);
  const clock = `${minutes}:${String(props.seconds % 60).padStart(2, '0')}`;
  return (
    <Alert color="amber" role="alert" aria-live="assertive" icon={<IconClockPause size={18} aria-hidden />}>
      {t('signin.throttled')}{' '}
      <strong className="figures" aria-live="off">
        {clock}
      </strong>
    </Alert>
  );
}
