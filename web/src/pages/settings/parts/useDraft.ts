import { useState } from 'react';

export interface Draft<T> {
  value: T;
  /** What differs from what is saved. */
  changed: Partial<T>;
  dirty: boolean;
  set: (part: Partial<T>) => void;
  reset: () => void;
}

/** useDraft is a form over saved values: what was not touched follows what others save meanwhile. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [touched, setTouched] = useState<Partial<T>>({});
  const changed = differing(saved, touched);
  return {
    value: { ...saved, ...touched },
    changed,
    dirty: Object.keys(changed).length > 0,
    set: (part) => setTouched((old) => ({ ...old, ...part })),
    reset: () => setTouched({}),
  };
}

/** differing leaves out what is as it was. */
export function differing<T extends object>(saved: T, touched: Partial<T>): Partial<T> {
  const entries = Object.entries(touched).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
