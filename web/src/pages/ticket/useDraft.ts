import { useCallback, useState } from 'react';
import { readDraft, writeDraft } from '../../drafts';

/** Keeps unsaved text in this tab; null means that there is no draft. */
export function useDraft(name: string): [string | null, (text: string | null) => void] {
  const [draft, setDraft] = useState(() => readDraft(name));
  const keep = useCallback(
    (text: string | null) => {
      setDraft(text);
      writeDraft(name, text);
    },
    [name],
  );
  return [draft, keep];
}
