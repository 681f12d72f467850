import { useState } from 'react';
import { type Editing, fieldsToSave, hasFields, saveForm, type Versioned } from '../api/versions';

/**
 * Saves what a form changes. If somebody else has changed the same fields since the form was opened, nothing is saved, and `theirs` has the fields that they
 * have changed. Their reader has then seen them, and saving again replaces them with what the form shows.
 */
export function useSaveOver<T extends object>(
  shown: (T & Partial<Versioned>) | undefined,
  read: () => Promise<T & Versioned>,
) {
  const [editing, setEditing] = useState<Editing<T> | undefined>(
    () => shown && { before: shown, known: shown, theirs: {} },
  );
  const theirs: Partial<T> = editing?.theirs ?? {};
  return {
    before: editing?.before,
    theirs,
    clash: hasFields(theirs),
    /** The fields that would be saved. */
    changed: (typed: object): Partial<T> => (editing ? fieldsToSave(editing, typed) : {}),
    /** With `whole`, nothing is saved either if somebody else has changed a field that the form leaves as it was. */
    save: async <R>(
      typed: object,
      send: (changed: Partial<T>, version: string) => Promise<R>,
      whole = false,
    ): Promise<R> => {
      if (editing === undefined) throw new Error('there is nothing to change');
      return saveForm(editing, { typed, whole, send, read, onFailed: setEditing });
    },
    /** An error, unless `theirs` says it all. */
    unexplained: (error: unknown) => (error === editing?.explained ? undefined : error),
  };
}
