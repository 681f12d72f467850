import { useCallback, useState } from 'react';

const place = (name: string) => `earnest.draft.${name}`;

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(place(name));
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(place(name));
    else sessionStorage.setItem(place(name), text);
  } catch {
    // Storage is shut: the draft lasts as long as the field.
  }
}

/** useDraft keeps what is being typed in this tab until it is saved or given up; null is no draft. */
export function useDraft(name: string): [string | null, (text: string | null) => void] {
  const [draft, setDraft] = useState(() => read(name));
  const keep = useCallback(
    (text: string | null) => {
      setDraft(text);
      write(name, text);
    },
    [name],
  );
  return [draft, keep];
}
