import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import type { BaseEventPayload, ElementDragType } from '@atlaskit/pragmatic-drag-and-drop/types';
import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import classes from './backlog.module.css';
import type { DropTarget } from './sections';

const kind = 'tickets';

/** Makes a row draggable; its payload is computed when the drag starts. */
export function useDrag(
  ref: RefObject<HTMLElement | null>,
  may: boolean,
  tickets: () => string[],
  label: () => string,
) {
  const carried = useEffectEvent(tickets);
  const named = useEffectEvent(label);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !may) return;
    return draggable({
      element,
      getInitialData: () => ({ kind, tickets: carried() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -12, y: -8 }),
          render: ({ container }) => {
            const box = document.createElement('div');
            box.className = classes.preview ?? '';
            box.textContent = named();
            container.append(box);
          },
        }),
    });
  }, [ref, may]);
}

/** Lets tickets be dropped on an element. The target depends on whether the pointer is in its lower half. */
export function useDrop(ref: RefObject<HTMLElement | null>, target: (lower: boolean) => DropTarget | null) {
  const read = useEffectEvent(target);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    return dropTargetForElements({
      element,
      getData: ({ input }) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { ...read(input.clientY > (top + bottom) / 2) };
      },
      canDrop: ({ source }) => source.data.kind === kind && read(false) !== null,
    });
  }, [ref]);
}

const isSame = (a: DropTarget | null, b: DropTarget | null) => a?.section === b?.section && a?.after === b?.after;

/** Returns what is under the dragged tickets, and calls back on drop. */
export function useDragging(onDrop: (tickets: string[], target: DropTarget) => void): DropTarget | null {
  const [over, setOver] = useState<DropTarget | null>(null);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const under = ({ location }: BaseEventPayload<ElementDragType>) =>
      (location.current.dropTargets[0]?.data as unknown as DropTarget | undefined) ?? null;
    const follow = (event: BaseEventPayload<ElementDragType>) => {
      const next = under(event);
      setOver((old) => (isSame(old, next) ? old : next));
    };
    return combine(
      autoScrollWindowForElements(),
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === kind,
        onDrag: follow,
        onDropTargetChange: follow,
        onDrop: (event) => {
          const target = under(event);
          setOver(null);
          if (target !== null) dropped(event.source.data.tickets as string[], target);
        },
      }),
    );
  }, []);
  return over;
}

/** Scrolls a pane while tickets are dragged near its edge. */
export function useAutoScroll(ref: RefObject<HTMLElement | null>) {
  useEffect(() => (ref.current === null ? undefined : autoScrollForElements({ element: ref.current })), [ref]);
}
