import {
  createContext,
  type PointerEvent,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { arrowPath, headPath, type Spot } from './arrows';
import { useRoadmap } from './context';
import classes from './timeline.module.css';
import { rowHeight } from './useVisibleRows';

interface Pull {
  pred: string;
  from: Spot;
  to: Spot;
  over: string | null;
}

interface LinkDrag {
  /** The node under the pointer that the link would lead to. */
  over: string | null;
  begin: (event: PointerEvent<HTMLElement>, pred: string, from: Spot) => void;
  /** Handles the click at the end of a press, unless it was a drag. */
  press: (pred: string) => void;
}

/** Pointer movement below this is a press, not a drag. */
const dragThreshold = 5;
/** Distance from the frame's edge at which it scrolls. */
const scrollMargin = 40;

/** Drags a line from a handle to another bar, and links the two. */
export function useLinkDrag(
  canvas: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
): { drag: LinkDrag; pull: Pull | null } {
  const { join, ask } = useRoadmap();
  const [pull, setPull] = useState<Pull | null>(null);
  const pulled = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const begin = useCallback<LinkDrag['begin']>(
    (event, pred, from) => {
      if (event.button !== 0) return;
      const start = { x: event.clientX, y: event.clientY };
      pulled.current = false;
      let over: string | null = null;
      const move = (moved: globalThis.PointerEvent) => {
        if (!pulled.current && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < dragThreshold) return;
        pulled.current = true;
        over = nodeAt(moved.clientX, moved.clientY);
        scrollAtEdge(frame.current, moved);
        const box = canvas.current?.getBoundingClientRect();
        if (box) setPull({ pred, from, to: { x: moved.clientX - box.left, y: moved.clientY - box.top }, over });
      };
      const end = (done: boolean) => {
        stop.current?.();
        if (done && pulled.current && over !== null && over !== pred) join(pred, over);
      };
      const up = () => end(true);
      const cancel = () => end(false);
      const key = (pressed: globalThis.KeyboardEvent) => {
        if (pressed.key === 'Escape') end(false);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', key);
      stop.current = () => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', key);
        stop.current = null;
        setPull(null);
        setTimeout(() => {
          pulled.current = false; // after the click that follows the release
        });
      };
    },
    [join, canvas, frame],
  );
  const press = useCallback<LinkDrag['press']>(
    (pred) => {
      if (!pulled.current) ask({ kind: 'link', pred });
    },
    [ask],
  );
  const over = pull === null || pull.over === pull.pred ? null : pull.over;
  const drag = useMemo(() => ({ over, begin, press }), [over, begin, press]);
  return { drag, pull };
}

const nodeAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]')?.dataset.node ?? null;

function scrollAtEdge(frame: HTMLElement | null, { clientX, clientY }: globalThis.PointerEvent): void {
  if (frame === null) return;
  const box = frame.getBoundingClientRect();
  const step = (at: number, low: number, high: number) =>
    at > high - scrollMargin ? 12 : at < low + scrollMargin ? -12 : 0;
  frame.scrollBy(step(clientX, box.left, box.right), step(clientY, box.top, box.bottom));
}

const DragContext = createContext<LinkDrag | null>(null);
export const LinkDragProvider = DragContext.Provider;

export function useDrag(): LinkDrag {
  const drag = useContext(DragContext);
  if (drag === null) throw new Error('the timeline is missing');
  return drag;
}

/** The line being dragged. */
export function DragLine({ pull }: { pull: Pull | null }) {
  if (pull === null) return null;
  const path = arrowPath(pull.from, pull.to, rowHeight);
  return (
    <svg className={classes.rubber} aria-hidden="true">
      <path d={path} className={classes.line} />
      <path d={headPath(pull.to)} className={classes.tip} />
    </svg>
  );
}
