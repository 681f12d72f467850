import { useCallback, useEffect, useRef, useState } from 'react';

interface Wanted {
  uuid: string;
  status: string;
}

const find = (uuid: string) => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(uuid)}"]`);

/** Focuses a card as soon as it is rendered in its column, because it may be off screen, or still moving from another column. */
export function useFocus(): [string | null, (uuid: string, status: string) => void] {
  const [focused, setFocused] = useState<string | null>(null);
  const wanted = useRef<Wanted | null>(null);
  const [, again] = useState(0);
  useEffect(() => {
    if (wanted.current === null) return;
    const element = find(wanted.current.uuid);
    if (element?.dataset.status !== wanted.current.status) return;
    wanted.current = null;
    element.focus();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const focus = useCallback((uuid: string, status: string) => {
    wanted.current = { uuid, status };
    setFocused(uuid);
    again((n) => n + 1);
  }, []);
  return [focused, focus];
}

export const focusedCard = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : undefined;
