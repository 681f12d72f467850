import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The first batch fills the largest screen; more follow as the end of the list approaches. */
const [first, more] = [30, 120];

/** How many rows to render: more as the user scrolls, all when printing. */
export function useIncrementalRows(count: number) {
  const end = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(first);
  const done = shown >= count;
  useEffect(() => {
    const mark = end.current;
    if (done || mark === null) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setShown((before) => before + more);
      },
      { root: mark.parentElement, rootMargin: '250px' },
    );
    watch.observe(mark);
    return () => watch.disconnect();
  }, [done]);
  useEffect(() => {
    const all = () => flushSync(() => setShown(count));
    window.addEventListener('beforeprint', all);
    return () => window.removeEventListener('beforeprint', all);
  }, [count]);
  return { shown, end };
}
