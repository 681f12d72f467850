// The running timer. It lives in local storage, so it survives a reload and all tabs agree. Only the ticket's uuid is stored,
// not its title.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useKnownUser } from '../../api/session';

export interface Timer {
  ticket: string;
  /** When it was started, in milliseconds. */
  since: number;
}

const nameOf = (user: number) => `earnest.timer.${user}`;
const listeners = new Set<() => void>();
/** Fallback when storage is unavailable. */
const memory = new Map<string, string>();

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

function writeText(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text === null) memory.delete(name);
    else memory.set(name, text);
  }
  for (const listener of listeners) listener();
}

/** Parses the stored timer; null if invalid. */
export function readTimer(text: string | null): Timer | null {
  try {
    const { ticket, since } = JSON.parse(text ?? 'null') as Partial<Timer>;
    if (typeof ticket !== 'string' || typeof since !== 'number' || !Number.isFinite(since)) return null;
    return { ticket, since };
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The user's timer; `start` replaces a running one. */
export function useTimer(): { timer: Timer | null; start: (ticket: string) => void; clear: () => void } {
  const user = useKnownUser()?.id ?? 0;
  const name = nameOf(user);
  const text = useSyncExternalStore(subscribe, () => readText(name));
  return useMemo(
    () => ({
      timer: readTimer(text),
      start: (ticket) => writeText(name, JSON.stringify({ ticket, since: Date.now() })),
      clear: () => writeText(name, null),
    }),
    [name, text],
  );
}

/** Minutes elapsed, updated continuously. */
export function useElapsed(timer: Timer | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (timer === null) return;
    setNow(Date.now());
    const tick = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(tick);
  }, [timer]);
  return timer === null ? 0 : Math.max(0, Math.floor((now - timer.since) / 60_000));
}

/** Rounding steps in minutes; 1 means no rounding. */
export const steps = [1, 5, 15, 30] as const;

/** The nearest multiple of a step, but never zero. */
export const rounded = (minutes: number, step: number): number => Math.max(step, Math.round(minutes / step) * step);

/** The local day of a moment. */
export function localDay(moment: number): string {
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
