import { useState } from 'react';
import type { Outcome } from '../../api/ticketChanges';
import { useDraft } from './useDraft';

interface TextDraft {
  /** The text being edited; null when not editing, and while saving. */
  draft: string | null;
  idle: boolean;
  /** Somebody else has changed the text since editing began. Saving replaces their text. */
  clash: boolean;
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
  const [base, setBase] = useDraft(`${name}.base`);
  const [sent, setSent] = useState(false);
  const type = (next: string) => {
    if (draft === null) setBase(text);
    setDraft(next);
  };
  const cancel = () => {
    setDraft(null);
    setBase(null);
  };
  const keep = () => {
    if (draft === null || draft === text) return cancel();
    setSent(true);
    setBase(text); // whoever saves has seen this text, if it is another's
    const onSaved = () => {
      cancel();
      setSent(false);
    };
    save(draft.trim() === '' ? null : draft, { onSaved, onLost: () => setSent(false) });
  };
  const clash = draft !== null && !sent && base !== null && base !== text && draft !== text;
  return { draft: sent ? null : draft, idle: draft === null, clash, type, keep, cancel };
}

/** Edits a line of text, which is never empty. */
export function useLine(name: string, text: string, save: (line: string, outcome: Outcome) => void): TextDraft {
  const typing = useText(name, text, (line, outcome) => save((line ?? text).trim(), outcome));
  const line = typing.draft?.trim() ?? '';
  return { ...typing, keep: line === '' || line === text ? typing.cancel : typing.keep };
}
