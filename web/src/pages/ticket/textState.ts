// What the editor of a text shows.

export interface Typing {
  /** What the reader has typed, or null. */
  typed: string | null;
  /** The stored text when they began; null if they have typed nothing. */
  base: string | null;
  /** Their own version, while they edit somebody else's. */
  aside: string | null;
  isOpen: boolean;
  /** Their text has been sent, and the server has not responded yet. */
  isSent: boolean;
}

export interface TextState {
  /** Without a draft, the editor is closed (`idle`) or shows the stored text (`open`); `parked` is a draft whose editor is closed. */
  phase: 'idle' | 'open' | 'parked' | 'sent';
  /** The text for the editor. */
  draft: string;
  unsaved: boolean;
  /** The typed text is the stored one, so it is no longer a draft. */
  isStored: boolean;
  clash: boolean;
  /** The reader's own version, if they have to look at two. */
  mine: string | null;
}

/** The server drops spaces around a line, so texts that differ only in these are the same. */
const isSame = (a: string, b: string) => a.trim() === b.trim();

export function textState({ typed, base, aside, isOpen, isSent }: Typing, text: string): TextState {
  const untouched = typed === null || typed === base;
  const draft = untouched ? text : typed; // nothing of the reader's is in an untouched one, so it follows what others save
  const unsaved = aside !== null || !isSame(draft, text);
  const clash = unsaved && !isSent && base !== null && !isSame(base, text);
  const closed = unsaved ? 'parked' : 'idle';
  return {
    phase: isSent ? 'sent' : isOpen ? 'open' : closed,
    draft,
    unsaved,
    isStored: typed !== null && !unsaved && isSame(typed, text) && !isOpen && !isSent,
    clash,
    mine: isSent ? null : (aside ?? (clash ? draft : null)),
  };
}
