// A running timer. It lives in the browser's storage, so that it survives a reload and all tabs agree; only the ticket's
// uuid is kept there, not its name.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useKnownUser } from '../../api/session';

export interface Timer {
  ticket: string;
  /** When it was started, in milliseconds. */
  since: number;
}

const nameOf = (user: number) => `earnest.timer.${user}`;
const listeners = new Set<() => void>();
/** memory stands in where storage is shut. */
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

/** readTimer understands what is stored; anything else is no timer. */
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

/** useTimer is the reader's timer; start replaces one that runs. */
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

/** useElapsed is how many minutes a timer has run, kept up to date. */
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

/** steps are what a time may be rounded to, in minutes; 1: not at all. */
export const steps = [1, 5, 15, 30] as const;

/** rounded is the nearest multiple of a step, and never nothing. */
export const rounded = (minutes: number, step: number): number => Math.max(step, Math.round(minutes / step) * step);

/** localDay is the day of a moment where the reader is. */
export function localDay(moment: number): string {
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
