import { useState } from 'react';
import { hasCode } from '../api/http';
import { saveUnlessChanged, type Versioned } from '../api/versions';
import { changedFields, replacedFields } from '../changedFields';

/**
 * Saves what a form changes. If somebody else has changed the same fields since the form was opened, nothing is saved and `theirs` has these fields as they
 * are now. Their reader has then seen them, and saving again replaces them. The version may be missing; then the item is read before it is saved.
 */
export function useSaveOver<T extends object>(
  shown: (T & Partial<Versioned>) | undefined,
  read: () => Promise<T & Versioned>,
) {
  const [before] = useState(shown);
  const [seen, setSeen] = useState(shown);
  const [theirs, setTheirs] = useState<Partial<T>>({});
  const save = async <R>(typed: object, send: (changed: Partial<T>, version: string) => Promise<R>): Promise<R> => {
    if (before === undefined || seen === undefined) throw new Error('there is nothing to change');
    const changed = changedFields(before, typed) as Partial<T>;
    let now: (T & Versioned) | undefined;
    const look = async () => {
      now = await read();
      return now;
    };
    try {
      const { version } = seen;
      const known = version === undefined ? await look() : { ...seen, version };
      return await saveUnlessChanged<T & Versioned, R>(
        known,
        replacedFields(seen, changed) as Partial<T & Versioned>,
        (current) => send(changed, current.version),
        look,
      );
    } catch (error) {
      if (hasCode(error, 'changed_meanwhile') && now !== undefined) {
        setTheirs(changedFields(seen, replacedFields(now, changed)) as Partial<T>);
        setSeen(now);
      }
      throw error;
    }
  };
  return { before, theirs, save, clash: Object.keys(theirs).length > 0 };
}
