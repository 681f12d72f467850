// Unsaved text, kept in this tab until it is saved or discarded. Each user has their own drafts: somebody else who signs in here sees none of them, and
// they are still there when their author's session has expired and they sign in again. Signing out discards them.

import { attempt, store } from './storage';

const keyOf = (user: number, name: string) => `earnest.draft.${user}.${name}`;

/** What has been read or written since the page was loaded, because storage may be unavailable. */
const known = new Map<string, string | null>();
const listeners = new Set<() => void>();

/** Null if there is no draft. */
export function readDraft(user: number, name: string): string | null {
  const key = keyOf(user, name);
  if (!known.has(key))
    known.set(
      key,
      attempt(() => sessionStorage.getItem(key)),
    );
  return known.get(key) ?? null;
}

/** What follows a beginning in the names of a user's drafts. */
export function draftsAfter(user: number, beginning: string): string[] {
  const key = keyOf(user, beginning);
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  return keys.filter((one) => one.startsWith(key)).map((one) => one.slice(key.length));
}

/** What accompanies drafts: the text that editing began from, and the list that it was in. */
const isAside = (name: string) => /\.base$|\.criteria before /.test(name);

/** The unsaved texts in the drafts of a user whose names begin like this. */
export function unsavedTexts(user: number, beginning: string): string[] {
  return draftsAfter(user, beginning).flatMap((rest) => {
    const text = readDraft(user, beginning + rest) ?? '';
    return isAside(beginning + rest) || text.trim() === '' || text === readDraft(user, `${beginning}${rest}.base`)
      ? []
      : text;
  });
}

/** Stores a draft, or removes it when the text is null. */
export function writeDraft(user: number, name: string, text: string | null): void {
  known.set(keyOf(user, name), text);
  store(keyOf(user, name), text, () => sessionStorage);
  for (const listener of listeners) listener();
}

/** Calls back after each change of a draft. Call the returned function to stop. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
