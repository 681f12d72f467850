import { useEffect, useState } from 'react';
import type { Outcome } from '../../api/ticketChanges';
import { useDraft } from '../../ui/useDraft';

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
  /** Saves the given text, by default the draft. */
  keep: (text?: string) => void;
  /** Closes the editor; a changed text is kept as a draft. */
  leave: () => void;
  /** Throws the draft away and closes the editor. */
  discard: () => void;
  /** Edits one of the two versions further; the reader's own stays at hand until one is saved. */
  editMine: () => void;
  editTheirs: () => void;
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
  const [sent, setSent] = useState(false);
  const untouched = typed === null || typed === base;
  const draft = untouched ? text : typed; // nothing of the reader's is in an untouched one, so it follows what others save
  const discard = () => {
    setDraft(null);
    setBase(null);
    setAside(null);
    setOpen(false);
  };
  const isStored = typed !== null && typed === text && aside === null && !isOpen && !sent;
  useEffect(() => {
    if (!isStored) return;
    setDraft(null);
    setBase(null);
  }, [isStored, setDraft, setBase]);
  const keep = (wanted = draft) => {
    if (wanted === text) return discard();
    setDraft(wanted);
    setSent(true);
    setBase(text); // whoever saves has seen this text, if it is another's
    const onSaved = () => {
      discard();
      setSent(false);
    };
    save(wanted.trim() === '' ? null : wanted, { onSaved, onLost: () => setSent(false) });
  };
  const edit = (next: string, own: string | null) => {
    setDraft(next);
    setBase(text);
    setAside(own);
    setOpen(true);
  };
  const unsaved = draft !== text || aside !== null;
  const clash = unsaved && !sent && base !== null && base !== text;
  const mine = aside ?? (clash ? draft : null);
  return {
    draft: sent || !isOpen ? null : draft,
    idle: !isOpen && !unsaved && !sent,
    parked: unsaved && !isOpen && !sent,
    clash,
    mine: sent ? null : mine,
    open: () => setOpen(true),
    type: (next) => {
      if (untouched) setBase(text);
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
      if ((wanted ?? line).trim() === text) typing.discard();
      else if (wanted !== undefined || !empty) typing.keep(wanted);
    },
    leave: empty ? typing.discard : typing.leave,
  };
}
