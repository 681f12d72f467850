// What signing out discards. Unlike the end of a session, it leaves nothing behind: others may use the computer next.

import type { QueryClient } from '@tanstack/react-query';
import { draftsAfter, unsavedTexts, writeDraft } from '../drafts';
import { readUnsent, writeUnsent } from '../unsent';
import { clearCache, uploadsKey } from './client';
import type { Uploads } from './uploads';

/** Whether something would be lost if the user signed out. */
export const hasUnsaved = (client: QueryClient, user: number): boolean =>
  client.isMutating() > 0 ||
  client.getQueryData<Uploads>(uploadsKey)?.isRunning() ||
  readUnsent(user).length > 0 ||
  unsavedTexts(user, '').length > 0;

/** Ends the session of a user who has signed out, and discards what they have not saved. */
export function forgetUser(client: QueryClient, user: number): void {
  client.getMutationCache().clear();
  clearCache(client);
  writeUnsent(user, []);
  for (const name of draftsAfter(user, '')) writeDraft(user, name, null);
}
