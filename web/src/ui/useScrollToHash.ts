import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to an element and moves the focus there, so that the keyboard continues from it. */
export function goTo(id: string): void {
  const place = id === '' ? null : document.getElementById(id);
  if (place === null) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
}

/** Goes to the anchor in the URL when the page opens, and whenever the anchor changes. */
export function useScrollToHash(): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => goTo(hash), [hash]);
}
