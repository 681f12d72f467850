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
  /** Removes a text that has been saved, unless more has been typed since. */
  clear: (saved: string) => void;
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
  const clear = useCallback(
    (saved: string) => {
      setShown((now) => (now === saved ? null : now));
      if (readDraft(owner, name) === saved) writeDraft(owner, name, null);
    },
    [owner, name],
  );
  return { draft, setDraft, clear, restore };
}
