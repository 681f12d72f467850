import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import classes from './backlog.module.css';

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

/** Lets tickets be dropped on an element of a section. */
export function useDrop(ref: RefObject<HTMLElement | null>, section: string | null) {
  useEffect(() => {
    const element = ref.current;
    if (element === null || section === null) return;
    return dropTargetForElements({
      element,
      getData: () => ({ section }),
      canDrop: ({ source }) => source.data.kind === kind,
    });
  }, [ref, section]);
}

/** Returns the section under the dragged tickets, and calls back on drop. */
export function useDragging(onDrop: (tickets: string[], section: string) => void): string | null {
  const [over, setOver] = useState<string | null>(null);
  const dropped = useEffectEvent(onDrop);
  useEffect(
    () =>
      combine(
        autoScrollWindowForElements(),
        monitorForElements({
          canMonitor: ({ source }) => source.data.kind === kind,
          onDropTargetChange: ({ location }) => setOver(sectionAt(location.current.dropTargets)),
          onDrop: ({ location, source }) => {
            setOver(null);
            const section = sectionAt(location.current.dropTargets);
            if (section !== null) dropped(source.data.tickets as string[], section);
          },
        }),
      ),
    [],
  );
  return over;
}

const sectionAt = (targets: readonly { data: Record<string | symbol, unknown> }[]): string | null =>
  (targets[0]?.data.section as string | undefined) ?? null;

/** Scrolls a pane while tickets are dragged near its edge. */
export function useAutoScroll(ref: RefObject<HTMLElement | null>) {
  useEffect(() => (ref.current === null ? undefined : autoScrollForElements({ element: ref.current })), [ref]);
}
