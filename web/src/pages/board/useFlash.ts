import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveChanges } from '../../api/useLive';

/** How long a card changed by someone else is highlighted, in milliseconds. */
const shown = 2500;

/** Tickets that others have just changed; calls back on each change. */
export function useFlash(me: number, onOther: (uuid: string, by: number) => void): ReadonlySet<string> {
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const flash = useCallback((uuid: string) => {
    clearTimeout(timers.current.get(uuid));
    setFlashing((old) => new Set(old).add(uuid));
    const end = () => setFlashing((old) => new Set([...old].filter((other) => other !== uuid)));
    timers.current.set(uuid, setTimeout(end, shown));
  }, []);
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  useLiveChanges((event) => {
    for (const change of event.changes) {
      if (change.noun !== 'ticket' || change.by === me) continue;
      flash(change.uuid);
      if (change.by !== null) onOther(change.uuid, change.by);
    }
  });
  return flashing;
}
