import { changedMeanwhile, hasCode } from './http';

interface Described {
  description: string | null;
  version: string;
}

/**
 * Saves a description unless it is no longer the one that it is to replace. Changes of other fields do not matter: then the item is read again, and
 * saved as it is now.
 */
export async function saveUnlessChanged<T>(
  known: Described,
  over: string,
  save: (version: string) => Promise<T>,
  read: () => Promise<Described>,
): Promise<T> {
  let now = known;
  let refused: string | undefined;
  for (;;) {
    if ((now.description ?? '') !== over) throw changedMeanwhile();
    try {
      return await save(now.version);
    } catch (error) {
      if (!hasCode(error, 'changed_meanwhile') || now.version === refused) throw error;
      refused = now.version;
      now = await read();
    }
  }
}
