import { useState } from 'react';

export type View = 'cards' | 'table';
const place = 'earnest.projects';

/** useView is the chosen look of the list, kept in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(read);
  return [
    view,
    (chosen) => {
      setView(chosen);
      try {
        localStorage.setItem(place, chosen);
      } catch {
        // Storage is shut: the choice lasts until the page is left.
      }
    },
  ];
}

function read(): View {
  try {
    return localStorage.getItem(place) === 'table' ? 'table' : 'cards';
  } catch {
    return 'cards';
  }
}
