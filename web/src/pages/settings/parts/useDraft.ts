import { useState } from 'react';
import { changedFields, replacedFields } from '../../../changedFields';

export interface Draft<T> {
  value: T;
  /** The fields that differ from the saved ones. */
  changed: Partial<T>;
  dirty: boolean;
  /** The changed fields that somebody else has also changed since then, as they have saved them. */
  theirs: Partial<T>;
  set: (part: Partial<T>) => void;
  reset: () => void;
}

/** A form for saved values. Fields that the user has not touched follow the changes that others save. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [touched, setTouched] = useState<Partial<T>>({});
  const [before, setBefore] = useState<Partial<T>>({}); // the touched fields as they were
  const changed = changedFields<Partial<T>>(saved, touched) as Partial<T>;
  return {
    value: { ...saved, ...touched },
    changed,
    dirty: Object.keys(changed).length > 0,
    theirs: changedFields(before, replacedFields(saved, changed)) as Partial<T>,
    set: (part) => {
      setBefore((old) => ({ ...replacedFields(saved, part), ...old }));
      setTouched((old) => ({ ...old, ...part }));
    },
    reset: () => {
      setBefore({});
      setTouched({});
    },
  };
}
