import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import classes from './board.module.css';
import { CardView } from './CardView';
import { type ColumnOf, dropIndex } from './columns';
import { useBoardActions } from './context';

export interface Marks {
  /** The card that has, or last had, the focus. */
  focused: string | null;
  menu: string | null;
  flashing: ReadonlySet<string>;
  dragged: Card | null;
}

interface Props extends Marks {
  column: ColumnOf;
  /** The dragged card is over this column. */
  over: boolean;
}

/** Renders the visible cards of a column, plus the focused and the dragged one. */
export function CardList(props: Props) {
  const { column } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const slot = props.over && props.dragged ? dropIndex(column, props.dragged) : -1;
  const rows = useMemo(() => withSlot(column.cards, slot), [column.cards, slot]);
  const virtualizer = useRows(rows, scroller, props);
  useEffect(() => {
    if (scroller.current) return autoScrollForElements({ element: scroller.current });
  }, []);
  useMore(column, virtualizer.range?.endIndex ?? 0);
  const first = column.cards.some((card) => card.uuid === props.focused) ? props.focused : column.cards[0]?.uuid;
  return (
    <div ref={scroller} className={classes.scroller}>
      {rows.length === 0 && column.total === 0 && <p className={classes.empty}>{t('board.emptyColumn')}</p>}
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const card = rows[item.index] ?? null;
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.row}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={column.total}
              aria-posinset={item.index + 1}
            >
              {card === null ? (
                <div className={classes.slot}>{t('board.dropHere')}</div>
              ) : (
                <CardView
                  card={card}
                  done={column.status.is_done}
                  tabbable={card.uuid === first}
                  flash={props.flashing.has(card.uuid)}
                  menu={props.menu === card.uuid}
                  dragged={props.dragged?.uuid === card.uuid}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How many cards before the last one the next page is loaded. */
const ahead = 8;

/** Loads the next page when the last loaded cards come into view. */
function useMore({ status, cards, total }: ColumnOf, end: number) {
  const { more } = useBoardActions();
  const near = cards.length < total && end + ahead >= cards.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page, and when the cards of another filter arrive, check again
  useEffect(() => {
    if (near) void more(status.key);
  }, [near, more, status.key, cards]);
}

/** Inserts a placeholder for the dragged card. */
const withSlot = (cards: (Card | null)[], slot: number) => (slot < 0 ? cards : cards.toSpliced(slot, 0, null));

function useRows(rows: (Card | null)[], scroller: { current: HTMLDivElement | null }, marks: Marks) {
  const kept = [marks.focused, marks.dragged?.uuid]
    .map((uuid) => rows.findIndex((card) => card !== null && card.uuid === uuid))
    .filter((index) => index >= 0)
    .join(' ');
  const rangeExtractor = useCallback(
    (range: Range) => {
      const held = kept === '' ? [] : kept.split(' ').map(Number);
      return [...new Set([...held, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
    [kept],
  );
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 104,
    getItemKey: (index) => rows[index]?.uuid ?? 'slot',
    gap: 8,
    paddingStart: 2,
    paddingEnd: 8,
    overscan: 6,
    rangeExtractor,
  });
}
