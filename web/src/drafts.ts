// Unsaved text, kept in this tab until it is saved or discarded, or the user signs out.

import { attempt, store } from './storage';

const beginning = 'earnest.draft.';

/** Null if there is no draft or storage is unavailable. */
export const readDraft = (name: string): string | null => attempt(() => sessionStorage.getItem(beginning + name));

/** Stores a draft, or removes it when the text is null. */
export const writeDraft = (name: string, text: string | null): void =>
  store(beginning + name, text, () => sessionStorage);

/** Removes all drafts, so the next user of this tab sees none. */
export function forgetDrafts(): void {
  attempt(() => {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(beginning)) sessionStorage.removeItem(name);
    }
  });
}
