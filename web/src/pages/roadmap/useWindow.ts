import { type RefObject, useLayoutEffect, useState } from 'react';

/** rowHeight is the height of a row of the timeline, in pixels. */
export const rowHeight = 40;
/** spare rows above and below what is seen are drawn as well, so that the keyboard finds the next one. */
const spare = 12;

export interface Seen {
  /** The first row that is drawn, and the one after the last. */
  first: number;
  end: number;
  onScroll: () => void;
}

/** windowOf is which of many rows are drawn at a place. */
function windowOf(top: number, height: number, count: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - spare);
  return { first, end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) };
}

/** useWindow draws only the rows around what is seen: a thousand epics scroll as easily as ten. */
export function useWindow(frame: RefObject<HTMLElement | null>, count: number): Seen {
  const [place, setPlace] = useState({ top: 0, height: 800 });
  const onScroll = () => {
    const box = frame.current;
    if (box === null) return;
    const top = Math.floor(box.scrollTop / rowHeight) * rowHeight;
    const height = box.clientHeight;
    setPlace((old) => (old.top === top && old.height === height ? old : { top, height }));
  };
  useLayoutEffect(onScroll);
  return { ...windowOf(place.top, place.height, count), onScroll };
}
