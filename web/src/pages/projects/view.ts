import { useState } from 'react';

export type View = 'cards' | 'table';
const place = 'earnest.projects';

/** The list's layout, remembered in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(read);
  return [
    view,
    (chosen) => {
      setView(chosen);
      try {
        localStorage.setItem(place, chosen);
      } catch {
        // Storage is unavailable: the choice lasts until the page is closed.
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
