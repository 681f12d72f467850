// Unsaved text, kept in this tab until it is saved or discarded, or the user signs out.

const beginning = 'earnest.draft.';

/** Null if there is no draft or storage is unavailable. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(beginning + name);
  } catch {
    return null;
  }
}

/** Stores a draft, or removes it when the text is null. */
export function writeDraft(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(beginning + name);
    else sessionStorage.setItem(beginning + name, text);
  } catch {
    // Storage is unavailable: the draft lasts as long as the field.
  }
}

/** Removes all drafts, so the next user of this tab sees none. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(beginning)) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}
