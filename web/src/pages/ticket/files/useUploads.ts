import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { sendFile } from '../../../api/attachments';
import { clearCache, uploadsKey } from '../../../api/client';
import { hasCode } from '../../../api/http';
import { type Upload, Uploads } from '../../../api/uploads';

/** The uploads of the signed-in user in this tab. They are stopped when the session ends. */
export function uploadsIn(client: QueryClient): Uploads {
  const known = client.getQueryData<Uploads>(uploadsKey);
  if (known !== undefined) return known;
  const uploads = new Uploads(async (file, onSent, signal) => {
    try {
      return await sendFile(file, onSent, signal);
    } catch (error) {
      if (!signal.aborted && hasCode(error, 'signed_out')) clearCache(client);
      throw error;
    }
  });
  warnBeforeLeaving(uploads);
  client.setQueryDefaults(uploadsKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(uploadsKey, uploads);
  return uploads;
}

/** The browser asks before the tab is closed while files are being sent. */
function warnBeforeLeaving(uploads: Uploads): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    if (uploads.isRunning()) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
}

export function useUploads(ticket: string): { uploads: Uploads; list: Upload[] } {
  const uploads = uploadsIn(useQueryClient());
  const all = useSyncExternalStore(uploads.subscribe, uploads.list);
  const list = useMemo(() => all.filter((one) => one.ticket === ticket), [all, ticket]);
  return { uploads, list };
}
