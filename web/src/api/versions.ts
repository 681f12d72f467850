import { changedFields } from '../changedFields';
import { changedMeanwhile, hasCode } from './http';

export interface Versioned {
  version: string;
}

/**
 * Saves an item unless one of the fields that are to be replaced is no longer as in `over`. Changes of other fields do not matter: then the item is read
 * again, and saved as it is now.
 */
export async function saveUnlessChanged<T extends Versioned, R>(
  known: T,
  over: Partial<T>,
  save: (now: T) => Promise<R>,
  read: () => Promise<T>,
): Promise<R> {
  let now = known;
  let refused: string | undefined;
  for (;;) {
    if (Object.keys(changedFields(now, over)).length > 0) throw changedMeanwhile();
    try {
      return await save(now);
    } catch (error) {
      if (!hasCode(error, 'changed_meanwhile') || now.version === refused) throw error;
      refused = now.version;
      now = await read();
    }
  }
}
