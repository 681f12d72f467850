import { useState } from 'react';
import { readStored, store } from '../../storage';

export type View = 'cards' | 'table';
const key = 'earnest.projects';

/** The list's layout, remembered in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readStored(key) === 'table' ? 'table' : 'cards'));
  return [
    view,
    (chosen) => {
      setView(chosen);
      store(key, chosen);
    },
  ];
}
