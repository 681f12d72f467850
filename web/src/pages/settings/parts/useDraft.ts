import { useState } from 'react';

export interface Draft<T> {
  value: T;
  /** The fields that differ from the saved ones. */
  changed: Partial<T>;
  dirty: boolean;
  set: (part: Partial<T>) => void;
  reset: () => void;
}

/** A form over saved values: untouched fields follow what others save. */
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

export function differing<T extends object>(saved: T, touched: Partial<T>): Partial<T> {
  const entries = Object.entries(touched).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
