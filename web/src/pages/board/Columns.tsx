import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { useEffect, useRef, useState } from 'react';
import type { Card, FrameStatus } from '../../api/types.gen';
import classes from './board.module.css';
import { Column } from './Column';
import type { ColumnOf } from './columns';
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
  const { card, over } = useDrag();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current) return autoScrollForElements({ element: ref.current });
  }, []);
  return (
    <div ref={ref} className={classes.columns} aria-busy={props.busy} data-dragging={card ? true : undefined}>
      {props.columns.map((column) => {
        const { key } = column.status;
        const has = (uuid: string | null) => (column.cards.some((one) => one.uuid === uuid) ? uuid : null);
        const target = over === key && card?.status !== key;
        return (
          <Column
            key={key}
            column={column}
            focused={has(props.focused)}
            menu={has(props.menu)}
            flashing={column.cards.some((one) => props.flashing.has(one.uuid)) ? props.flashing : none}
            dragged={target || card?.status === key ? card : null}
            over={target}
            adding={props.adding === key}
            collapsed={collapsed.has(key)}
            onToggle={toggle}
          />
        );
      })}
    </div>
  );
}

/** Tracks the dragged card and moves it on drop. */
function useDrag(): { card: Card | null; over: string | null } {
  const world = useBoardActions();
  const [card, setCard] = useState<Card | null>(null);
  const [over, setOver] = useState<string | null>(null);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.card !== undefined,
        onDragStart: ({ source }) => setCard(source.data.card as Card),
        onDropTargetChange: ({ location }) =>
          setOver((location.current.dropTargets[0]?.data.status as FrameStatus | undefined)?.key ?? null),
        onDrop: ({ source, location }) => {
          setCard(null);
          setOver(null);
          const dropped = source.data.card as Card;
          const to = location.current.dropTargets[0]?.data.status as FrameStatus | undefined;
          if (to !== undefined && to.key !== dropped.status) world.move(dropped, to);
        },
      }),
    [world],
  );
  return { card, over };
}
