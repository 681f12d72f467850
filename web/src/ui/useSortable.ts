import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';

/** A list with one entry moved. */
export function moveItem<T>(list: readonly T[], entry: T, to: number): T[] {
  const rest = list.filter((other) => other !== entry);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** The index an entry ends up at when dropped above or below another. */
export function targetIndex(from: number, over: number, edge: 'top' | 'bottom'): number {
  const gap = edge === 'top' ? over : over + 1;
  return from < gap ? gap - 1 : gap;
}

interface Options {
  id: string;
  index: number;
  onMove?: (id: string, to: number) => void;
}

/** Makes a row draggable by its handle, and a drop target for its siblings. */
export function useSortable(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  options: Options,
): { edge: 'top' | 'bottom' | null; dragged: boolean } {
  const kind = useListKind(row);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  const [dragged, setDragged] = useState(false);
  const may = options.onMove !== undefined;
  const data = useEffectEvent(() => ({ kind: kind(), id: options.id, index: options.index }));
  const drop = useEffectEvent((source: Record<string, unknown>, at: 'top' | 'bottom') =>
    options.onMove?.(String(source.id), targetIndex(Number(source.index), options.index, at)),
  );
  useEffect(() => {
    if (!may || row.current === null) return;
    const element = row.current;
    const edgeOf = (target: Record<string | symbol, unknown>) => extractClosestEdge(target) as 'top' | 'bottom' | null;
    return combine(
      draggable({
        element,
        dragHandle: handle.current ?? undefined,
        getInitialData: () => data(),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === data().kind && source.data.id !== data().id,
        getData: ({ input }) => attachClosestEdge(data(), { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const at = edgeOf(self.data);
          if (at !== null) drop(source.data, at);
        },
      }),
    );
  }, [may, row, handle]);
  return { edge, dragged };
}

/** Identifies the list of a row, so that rows of two lists on one page do not mix. */
function useListKind(row: RefObject<HTMLElement | null>): () => unknown {
  const own = useId();
  return () => row.current?.parentElement ?? own;
}
