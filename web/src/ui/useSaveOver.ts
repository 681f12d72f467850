import { useState } from 'react';
import { type Editing, fieldsToSave, saveForm, type Versioned } from '../api/versions';

/**
 * Saves what a form changes. If somebody else has changed the same fields since the form was opened, nothing is saved, and `theirs` and `mine` have both
 * versions of them. Their reader has then seen them, and saving again replaces them with what the form shows. Fields that only others have changed go into
 * the form: `onShown` gets them, and `start` and `round` change, for forms that read their inputs when they are submitted.
 */
export function useSaveOver<T extends object>(
  shown: (T & Partial<Versioned>) | undefined,
  read: () => Promise<T & Versioned>,
  onShown?: (part: Partial<T>) => void,
) {
  const [editing, setEditing] = useState<Editing<T> | undefined>(
    () => shown && { before: shown, known: shown, theirs: {}, mine: {} },
  );
  const [start, setStart] = useState(shown);
  const [rounds, setRounds] = useState<Record<string, number>>({});
  const theirs: Partial<T> = editing?.theirs ?? {};
  const show = (part: Partial<T>) => {
    const names = Object.keys(part);
    setStart((old) => old && { ...old, ...part });
    setRounds((old) => ({ ...old, ...Object.fromEntries(names.map((name) => [name, (old[name] ?? 0) + 1])) }));
    if (names.length > 0) onShown?.(part);
  };
  return {
    before: editing?.before,
    theirs,
    mine: editing?.mine ?? ({} as Partial<T>),
    /** The values with which the form begins. */
    start,
    /** A React key for a field, which changes when the field has to begin again because it shows a value of others. */
    round: (name: keyof T & string) => `${name} ${rounds[name] ?? 0}`,
    /** Shows the values of others in the fields that clash. */
    take: () => {
      setEditing((old) => old && { ...old, before: { ...old.before, ...theirs }, theirs: {}, mine: {} });
      show(theirs);
    },
    /** The fields that would be saved. */
    changed: (typed: object): Partial<T> => (editing ? fieldsToSave(editing, typed) : {}),
    /** With `whole`, nothing is saved either if somebody else has changed a field that the form leaves as it was. */
    save: async <R>(
      typed: object,
      send: (changed: Partial<T>, version: string) => Promise<R>,
      whole = false,
    ): Promise<R> => {
      if (editing === undefined) throw new Error('there is nothing to change');
      const onFailed = (next: Editing<T>, merged: Partial<T>) => {
        setEditing(next);
        show(merged);
      };
      return saveForm(editing, { typed, whole, send, read, onFailed });
    },
    /** An error, unless `theirs` says it all. */
    unexplained: (error: unknown) => (error === editing?.explained ? undefined : error),
  };
}
