// What signing out discards. Unlike the end of a session, it leaves nothing behind: others may use the computer next.

import type { QueryClient } from '@tanstack/react-query';
import { draftsAfter, readDraft, writeDraft } from '../drafts';
import { readUnsent, writeUnsent } from '../unsent';
import { clearCache, uploadsKey } from './client';
import type { Uploads } from './uploads';

/** Names of what accompanies drafts: the text that editing began from, and the list that it was in. */
const isAside = (name: string) => /\.base$|\.criteria before /.test(name);

const hasDrafts = (user: number): boolean =>
  draftsAfter(user, '').some((name) => {
    const text = readDraft(user, name);
    return !isAside(name) && text?.trim() !== '' && text !== readDraft(user, `${name}.base`);
  });

/** Whether something would be lost if the user signed out. */
export const hasUnsaved = (client: QueryClient, user: number): boolean =>
  client.isMutating() > 0 ||
  client.getQueryData<Uploads>(uploadsKey)?.isRunning() ||
  readUnsent(user).length > 0 ||
  hasDrafts(user);

/** Ends the session of a user who has signed out, and discards what they have not saved. */
export function forgetUser(client: QueryClient, user: number): void {
  client.getMutationCache().clear();
  clearCache(client);
  writeUnsent(user, []);
  for (const name of draftsAfter(user, '')) writeDraft(user, name, null);
}
