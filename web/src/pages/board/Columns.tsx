import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { BaseEventPayload, ElementDragType } from '@atlaskit/pragmatic-drag-and-drop/types';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../api/types.gen';
import classes from './board.module.css';
import { Column } from './Column';
import { type ColumnOf, type DropTarget, dropIndex } from './columns';
import { useBoardActions } from './context';
import { useCollapsed } from './useCollapsed';

interface Props {
  columns: ColumnOf[];
  focused: string | null;
  menu: string | null;
  adding: string | null;
  flashing: ReadonlySet<string>;
  /** The cards are those of the previous filter. */
  busy: boolean;
}

const none: ReadonlySet<string> = new Set();

/** The board itself. On a phone, users swipe between columns. */
export function Columns(props: Props) {
  const world = useBoardActions();
  const [collapsed, toggle] = useCollapsed(world.project);
  const { card, target } = useDrag();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current) return autoScrollForElements({ element: ref.current });
  }, []);
  return (
    <div ref={ref} className={classes.columns} aria-busy={props.busy} data-dragging={card ? true : undefined}>
      {props.columns.map((column) => {
        const { key } = column.status;
        const has = (uuid: string | null) => (column.cards.some((one) => one.uuid === uuid) ? uuid : null);
        const slot = card && dropIndex(column, card, target, world.filter.order);
        return (
          <Column
            key={key}
            column={column}
            focused={has(props.focused)}
            menu={has(props.menu)}
            flashing={column.cards.some((one) => props.flashing.has(one.uuid)) ? props.flashing : none}
            dragged={has(card?.uuid ?? null)}
            over={target?.status === key}
            slot={slot}
            adding={props.adding === key}
            collapsed={collapsed.has(key)}
            onToggle={toggle}
          />
        );
      })}
    </div>
  );
}

const isSame = (a: DropTarget | null, b: DropTarget | null) => a?.status === b?.status && a?.after === b?.after;

/** Tracks the dragged card, and moves it on drop. */
function useDrag(): { card: Card | null; target: DropTarget | null } {
  const world = useBoardActions();
  const [card, setCard] = useState<Card | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  useEffect(() => {
    const under = ({ location }: BaseEventPayload<ElementDragType>) =>
      (location.current.dropTargets[0]?.data as DropTarget | undefined) ?? null;
    const follow = (event: BaseEventPayload<ElementDragType>) => {
      const next = under(event);
      setTarget((old) => (isSame(old, next) ? old : next));
    };
    return monitorForElements({
      canMonitor: ({ source }) => source.data.card !== undefined,
      onDragStart: ({ source }) => setCard(source.data.card as Card),
      onDrag: follow,
      onDropTargetChange: follow,
      onDrop: (event) => {
        const dropped = under(event);
        setCard(null);
        setTarget(null);
        if (dropped !== null) world.drop((event.source.data.card as Card).uuid, dropped);
      },
    });
  }, [world]);
  return { card, target };
}
