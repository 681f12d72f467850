import { useState } from 'react';
import { changedFields } from '../../../changedFields';

export interface Draft<T> {
  value: T;
  /** The fields that differ from the saved ones. */
  changed: Partial<T>;
  dirty: boolean;
  set: (part: Partial<T>) => void;
  reset: () => void;
}

/** A form for saved values. Fields that the user has not touched follow the changes that others save. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [touched, setTouched] = useState<Partial<T>>({});
  const changed = changedFields<Partial<T>>(saved, touched) as Partial<T>;
  return {
    value: { ...saved, ...touched },
    changed,
    dirty: Object.keys(changed).length > 0,
    set: (part) => setTouched((old) => ({ ...old, ...part })),
    reset: () => setTouched({}),
  };
}
