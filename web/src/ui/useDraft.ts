import { useCallback, useState } from 'react';
import { useKnownUser } from '../api/session';
import { readDraft, writeDraft } from '../drafts';

/** The user whose drafts a component shows: the one who was signed in when it appeared, even if their session has ended since. */
export function useDraftOwner(): number {
  const user = useKnownUser();
  return useState(user?.id ?? 0)[0];
}

export interface Draft {
  /** Null if there is none. */
  draft: string | null;
  setDraft: (text: string | null) => void;
  /** Brings back a text that was not stored, unless another one has been begun. */
  restore: (text: string) => void;
}

/** Keeps unsaved text in this tab. */
export function useDraft(name: string): Draft {
  const owner = useDraftOwner();
  const [draft, setShown] = useState(() => readDraft(owner, name));
  const setDraft = useCallback(
    (text: string | null) => {
      setShown(text);
      writeDraft(owner, name, text);
    },
    [owner, name],
  );
  const restore = useCallback(
    (text: string) => {
      setShown((now) => now ?? text);
      if (readDraft(owner, name) === null) writeDraft(owner, name, text);
    },
    [owner, name],
  );
  return { draft, setDraft, restore };
}
