import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from '../../api/ticketChanges';
import { useDraft } from '../../ui/useDraft';
import { textState } from './textState';

export interface TextDraft {
  /** The text in the editor; null when the editor is closed, and while saving. */
  draft: string | null;
  /** There is no unsaved text. */
  idle: boolean;
  /** There is unsaved text, and the editor is closed. */
  parked: boolean;
  /** Somebody else has changed the text since editing began. Saving replaces their text. */
  clash: boolean;
  /** The reader's own version, while they look at both. */
  mine: string | null;
  /** Opens the editor, with the draft if there is one. */
  open: () => void;
  type: (text: string) => void;
  /** Saves the given text, or the draft. A draft that clashes stays until its reader has decided between the two versions. */
  keep: (text?: string) => void;
  /** Closes the editor; a changed text is kept as a draft. */
  leave: () => void;
  /** Throws the draft away and closes the editor. */
  discard: () => void;
  /** Edits one of the two versions further; the reader's own stays at hand until one is saved. */
  editMine: () => void;
  editTheirs: () => void;
}

/** Whether a draft has been sent, and the server has not responded yet; its editor may have been closed and opened again since. */
function useIsSent(name: string): boolean {
  const predicate = ({ state }: { state: { variables: unknown } }) => {
    const { draft, outcome } = Object(state.variables) as Outcome & { outcome?: Outcome };
    return (draft ?? outcome?.draft) === name;
  };
  return useIsMutating({ predicate }) > 0;
}

/** Edits text. The draft is kept in this tab until the server has saved it; an error reopens it for editing. */
export function useText(
  name: string,
  text: string,
  save: (description: string | null, outcome: Outcome) => void,
  isOpenAtFirst = false,
): TextDraft {
  const { draft: typed, setDraft } = useDraft(name);
  const { draft: base, setDraft: setBase } = useDraft(`${name}.base`);
  const { draft: aside, setDraft: setAside } = useDraft(`${name}.mine`);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const isSent = useIsSent(name);
  const { phase, draft, unsaved, isStored, clash, mine } = textState({ typed, base, aside, isOpen, isSent }, text);
  const discard = () => {
    setDraft(null);
    setBase(null);
    setAside(null);
    setOpen(false);
  };
  const tidy = useEffectEvent(() => {
    if (!isStored) return;
    setDraft(null);
    setBase(null);
  });
  useEffect(() => tidy(), []); // only at first: later, a text that the server has just refused may still be shown as stored
  const keep = (chosen?: string) => {
    const wanted = chosen ?? draft;
    if (wanted === text) return discard();
    if (chosen === undefined && clash) return; // it did not start from the version shown
    setDraft(wanted);
    setBase(text); // whoever saves has seen this text, if it is another's
    save(wanted.trim() === '' ? null : wanted, { draft: name, onSaved: discard });
  };
  const edit = (next: string, own: string | null) => {
    setDraft(next);
    setBase(text);
    setAside(own);
    setOpen(true);
  };
  return {
    draft: phase === 'open' ? draft : null,
    idle: phase === 'idle',
    parked: phase === 'parked',
    clash,
    mine,
    open: () => setOpen(true),
    type: (next) => {
      if (typed === null || typed === base) setBase(text);
      setDraft(next);
    },
    keep,
    leave: () => (unsaved ? setOpen(false) : discard()),
    discard,
    editMine: () => edit(mine ?? draft, null),
    editTheirs: () => edit(text, mine),
  };
}

/** Edits a line of text, which is never empty: an emptied one is not saved, and leaving it restores the line. */
export function useLine(
  name: string,
  text: string,
  save: (line: string, outcome: Outcome) => void,
): TextDraft & { empty: boolean } {
  const typing = useText(name, text, (line, outcome) => save((line ?? text).trim(), outcome));
  const line = typing.draft?.trim() ?? '';
  const empty = typing.draft !== null && line === '';
  return {
    ...typing,
    empty,
    keep: (wanted) => {
      if (wanted === undefined && (empty || typing.clash)) return;
      const next = (wanted ?? line).trim();
      if (next === text) typing.discard();
      else typing.keep(next);
    },
    leave: empty ? typing.discard : typing.leave,
  };
}
