import { createContext, useContext } from 'react';
import type { Attachment } from '../../../api/types.gen';

export interface Attach {
  ticket: string;
  /** Attaches files to the ticket. Those for an editor are shown there until they are uploaded. Returns the ids of the uploads. */
  add: (
    files: readonly File[],
    editor?: { id: string; onMade: (upload: number, made: Attachment) => void },
  ) => number[];
}

/** Null where nothing can be attached. */
export const AttachContext = createContext<Attach | null>(null);

export const useAttach = (): Attach | null => useContext(AttachContext);
