import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of a timeline row in pixels. */
export const rowHeight = 40;
/** Extra rows rendered above and below, so that the keyboard can reach them. */
const overscan = 12;

export interface VisibleRows {
  /** The first rendered row, and the one after the last. */
  first: number;
  end: number;
  onScroll: () => void;
}

/** Which rows to render at a scroll position. */
function visibleRange(top: number, height: number, count: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscan);
  return { first, end: Math.min(count, Math.ceil((top + height) / rowHeight) + overscan) };
}

/** Renders only the rows near the viewport, so that a thousand epics scroll smoothly. */
export function useVisibleRows(frame: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [place, setPlace] = useState({ top: 0, height: 800 });
  const onScroll = () => {
    const box = frame.current;
    if (box === null) return;
    const top = Math.floor(box.scrollTop / rowHeight) * rowHeight;
    const height = box.clientHeight;
    setPlace((old) => (old.top === top && old.height === height ? old : { top, height }));
  };
  useLayoutEffect(onScroll);
  return { ...visibleRange(place.top, place.height, count), onScroll };
}
