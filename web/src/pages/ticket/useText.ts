import { useState } from 'react';
import type { Outcome } from '../../api/ticketChanges';
import { useDraft } from './useDraft';

interface TextDraft {
  /** The text being edited; null when not editing, and while saving. */
  draft: string | null;
  idle: boolean;
  type: (text: string) => void;
  keep: () => void;
  cancel: () => void;
}

/** Edits text. The draft is kept in this tab until the server has saved it; an error reopens it for editing. */
export function useText(
  name: string,
  text: string,
  save: (description: string | null, outcome: Outcome) => void,
): TextDraft {
  const [draft, setDraft] = useDraft(name);
  const [sent, setSent] = useState(false);
  const cancel = () => setDraft(null);
  const keep = () => {
    if (draft === null || draft === text) return cancel();
    setSent(true);
    const onSaved = () => {
      setDraft(null);
      setSent(false);
    };
    save(draft.trim() === '' ? null : draft, { onSaved, onLost: () => setSent(false) });
  };
  return { draft: sent ? null : draft, idle: draft === null, type: setDraft, keep, cancel };
}
