import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is drawn at first fills the largest screen; each time the end comes near, so many more follow. */
const [first, more] = [30, 120];

/** useGrowing tells how many of so many rows are drawn: more as the end of the list comes near, and all on paper. */
export function useGrowing(count: number) {
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
