import { type PointerEvent, useCallback, useEffect, useMemo, useRef } from 'react';

type Moved = globalThis.PointerEvent;

interface Handlers {
  /** Called for each movement once the pointer has left the place of the press. */
  onMove: (moved: Moved) => void;
  /** Called when a drag ends; not for a mere press. It was dropped, or else cancelled. */
  onEnd: (dropped: boolean) => void;
}

export interface PointerDrag {
  follow: (event: PointerEvent<HTMLElement>, handlers: Handlers) => void;
  /** Whether the click that is being handled ends a drag. */
  dragged: () => boolean;
}

/** Pointer movement below this is a press, not a drag. */
const dragThreshold = 5;

/** Follows the pointer from a press to its release; Escape cancels. */
export function usePointerDrag(): PointerDrag {
  const dragging = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const follow = useCallback<PointerDrag['follow']>((event, { onMove, onEnd }) => {
    if (event.button !== 0) return;
    stop.current?.();
    const start = { x: event.clientX, y: event.clientY };
    dragging.current = false;
    const listening = new AbortController();
    const end = (dropped: boolean) => {
      stop.current?.();
      if (dragging.current) onEnd(dropped);
    };
    const release = () => {
      setTimeout(() => {
        dragging.current = false; // after the click that follows the release
      });
    };
    const cancel = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      end(false);
      window.addEventListener('pointerup', release, { once: true }); // the pointer is still down
    };
    const move = (moved: Moved) => {
      const far = Math.hypot(moved.clientX - start.x, moved.clientY - start.y) >= dragThreshold;
      if (!dragging.current && !far) return;
      dragging.current = true;
      onMove(moved);
    };
    const { signal } = listening;
    window.addEventListener('pointermove', move, { signal });
    for (const kind of ['pointerup', 'pointercancel'] as const) {
      const onRelease = () => {
        end(kind === 'pointerup');
        release();
      };
      window.addEventListener(kind, onRelease, { signal });
    }
    window.addEventListener('keydown', cancel, { signal });
    stop.current = () => {
      listening.abort();
      stop.current = null;
    };
  }, []);
  const dragged = useCallback(() => dragging.current, []);
  return useMemo(() => ({ follow, dragged }), [follow, dragged]);
}
