import { useMemo, useState, useSyncExternalStore } from 'react';
import { useKnownUser } from '../api/session';
import { onDrafts, readDraft, writeDraft } from '../drafts';

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

/** Keeps unsaved text in this tab. Everything that shows the same draft shows the same text. */
export function useDraft(name: string): Draft {
  const owner = useDraftOwner();
  const read = () => readDraft(owner, name);
  const draft = useSyncExternalStore(onDrafts, read, read);
  const actions = useMemo(() => {
    const setDraft = (text: string | null) => writeDraft(owner, name, text);
    const is = (text: string | null) => readDraft(owner, name) === text;
    return {
      setDraft,
      clear: (saved: string) => is(saved) && setDraft(null),
      restore: (text: string) => is(null) && setDraft(text),
    };
  }, [owner, name]);
  return { draft, ...actions };
}
