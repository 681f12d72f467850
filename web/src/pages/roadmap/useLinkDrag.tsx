import { createContext, type PointerEvent, type RefObject, useCallback, useContext, useMemo, useState } from 'react';
import type { LinkType } from '../../api/types.gen';
import { arrowPath, headPath, type Spot } from './arrows';
import { useRoadmap } from './context';
import { type BarEnd, linkTypeOf } from './plan';
import classes from './timeline.module.css';
import { usePointerDrag } from './usePointerDrag';
import { rowHeight } from './useVisibleRows';

interface Pull {
  pred: string;
  from: Spot;
  to: Spot;
  over: DropTarget | null;
  type: LinkType;
}

/** The node under the pointer, and the end of its bar that is nearer. */
interface DropTarget {
  uuid: string;
  end: BarEnd;
}

interface LinkDrag {
  /** The node under the pointer that the link would lead to. */
  over: DropTarget | null;
  begin: (event: PointerEvent<HTMLElement>, pred: string, end: BarEnd, from: Spot) => void;
  /** Handles the click at the end of a press, unless it was a drag. */
  press: (pred: string) => void;
}

/** Distance from the frame's edge at which it scrolls. */
const scrollMargin = 40;
/** The widest part of a bar at its end on which a link is dropped on its finish. */
const finishZone = 24;

/** Drags a line from an end of a bar to an end of another bar, and links the two. */
export function useLinkDrag(
  canvas: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
): { drag: LinkDrag; pull: Pull | null } {
  const { nodes, join, ask } = useRoadmap();
  const [pull, setPull] = useState<Pull | null>(null);
  const { follow, dragged } = usePointerDrag();
  const begin = useCallback<LinkDrag['begin']>(
    (event, pred, end, from) => {
      let over: DropTarget | null = null;
      const type = () => linkTypeOf(nodes.get(pred), end, over === null ? undefined : nodes.get(over.uuid), over?.end);
      follow(event, {
        onMove: (moved) => {
          over = targetAt(moved.clientX, moved.clientY, pred);
          scrollAtEdge(frame.current, moved);
          const box = canvas.current?.getBoundingClientRect();
          const to = { x: moved.clientX - (box?.left ?? 0), y: moved.clientY - (box?.top ?? 0) };
          setPull({ pred, from, to, over, type: type() });
        },
        onEnd: (dropped) => {
          setPull(null);
          if (dropped && over !== null) join(pred, over.uuid, { type: type() });
        },
      });
    },
    [follow, nodes, join, canvas, frame],
  );
  const press = useCallback<LinkDrag['press']>(
    (pred) => {
      if (!dragged()) ask({ kind: 'link', pred });
    },
    [ask, dragged],
  );
  const over = pull?.over ?? null;
  const drag = useMemo(() => ({ over, begin, press }), [over, begin, press]);
  return { drag, pull };
}

/** The node at a place on the screen, unless the link comes from it. Beside a bar, its start is meant. */
function targetAt(x: number, y: number, pred: string): DropTarget | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]');
  const uuid = found?.dataset.node;
  if (!found || uuid === undefined || uuid === pred) return null;
  const { right, width } = found.getBoundingClientRect();
  const atFinish = found.dataset.kind !== undefined && x > right - Math.min(finishZone, width / 3);
  return { uuid, end: atFinish ? 'F' : 'S' };
}

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
  return (
    <svg className={classes.rubber} aria-hidden="true">
      <path d={arrowPath(pull.from, pull.to, rowHeight, pull.type)} className={classes.line} />
      <path d={headPath(pull.to, pull.type)} className={classes.tip} />
    </svg>
  );
}
