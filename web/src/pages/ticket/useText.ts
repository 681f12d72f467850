import { useState } from 'react';
import type { Outcome } from '../../api/ticketChanges';
import { useDraft } from './useDraft';

interface TextDraft {
  /** What is being typed; null when nobody types, and while it is on its way to the server. */
  draft: string | null;
  idle: boolean;
  type: (text: string) => void;
  keep: () => void;
  cancel: () => void;
}

/** useText edits a text. What was typed stays for this tab until the server has it; a refusal opens it again. */
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
