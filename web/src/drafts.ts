// Unsaved text, kept in this tab until it is saved or discarded. Each user has their own drafts: somebody else who signs in here sees none of them, and
// they are still there when their author's session has expired and they sign in again. Signing out discards them.

import { attempt, store } from './storage';

const keyOf = (user: number, name: string) => `earnest.draft.${user}.${name}`;

/** Null if there is no draft or storage is unavailable. */
export const readDraft = (user: number, name: string): string | null =>
  attempt(() => sessionStorage.getItem(keyOf(user, name)));

/** What follows a beginning in the names of a user's drafts. */
export function draftsAfter(user: number, beginning: string): string[] {
  const key = keyOf(user, beginning);
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  return keys.filter((one) => one.startsWith(key)).map((one) => one.slice(key.length));
}

/** Stores a draft, or removes it when the text is null. */
export const writeDraft = (user: number, name: string, text: string | null): void =>
  store(keyOf(user, name), text, () => sessionStorage);
