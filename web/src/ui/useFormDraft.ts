import { useState } from 'react';
import { changedFields, replacedFields } from '../changedFields';

export interface FormDraft<T> {
  value: T;
  /** The fields that differ from the saved ones. */
  changed: Partial<T>;
  dirty: boolean;
  /** The changed fields that somebody else has also changed since then, as they have saved them. */
  theirs: Partial<T>;
  /** The same fields as the form shows them. */
  mine: Partial<T>;
  /** Shows the values of others in these fields. */
  take: () => void;
  set: (part: Partial<T>) => void;
  reset: () => void;
}

/** A form for saved values. Fields that the user has not touched follow the changes that others save. */
export function useFormDraft<T extends object>(saved: T): FormDraft<T> {
  const [touched, setTouched] = useState<Partial<T>>({});
  const [before, setBefore] = useState<Partial<T>>({}); // the touched fields as they were
  const changed = changedFields<Partial<T>>(saved, touched) as Partial<T>;
  const theirs = changedFields(before, replacedFields(saved, changed)) as Partial<T>;
  const without = (part: Partial<T>) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !(name in theirs))) as Partial<T>;
  return {
    value: { ...saved, ...touched },
    changed,
    dirty: Object.keys(changed).length > 0,
    theirs,
    mine: replacedFields(changed, theirs) as Partial<T>,
    take: () => {
      setBefore(without);
      setTouched(without);
    },
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
