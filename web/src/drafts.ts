// What is being typed, kept in this tab until it is saved, given up, or the person signs out.

const beginning = 'earnest.draft.';

/** readDraft gives a draft; null is none, or storage that is shut. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(beginning + name);
  } catch {
    return null;
  }
}

/** writeDraft keeps a draft, or ends it with null. */
export function writeDraft(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(beginning + name);
    else sessionStorage.setItem(beginning + name, text);
  } catch {
    // Storage is shut: the draft lasts as long as the field.
  }
}

/** forgetDrafts leaves nothing to who uses this tab next. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(beginning)) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is shut: there is nothing to forget.
  }
}
