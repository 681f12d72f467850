import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import classes from './board.module.css';
import { CardView } from './CardView';
import type { ColumnOf } from './columns';
import { useBoardActions } from './context';
import { focusedCard } from './useFocus';

export interface Marks {
  /** The card that has, or last had, the focus. */
  focused: string | null;
  menu: string | null;
  flashing: ReadonlySet<string>;
  /** The card that is being dragged. */
  dragged: string | null;
}

interface Props extends Marks {
  column: ColumnOf;
  over: boolean;
  slot: number | null;
}

/** Renders the visible cards of a column, plus the focused and the dragged one. */
export function CardList(props: Props) {
  const { column } = props;
  const t = useT();
  const isFixed = useBoardActions().filter.order !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const rest = useMemo(() => column.cards.filter((card) => card.uuid !== props.dragged), [column.cards, props.dragged]);
  const atEnd = props.slot !== null && props.slot >= rest.length;
  const below = props.slot === null ? undefined : rest[props.slot];
  const rows = useMemo(() => (atEnd ? [...column.cards, null] : column.cards), [column.cards, atEnd]);
  const virtualizer = useRows(rows, scroller, props);
  useInView(virtualizer, column, props.focused);
  useEffect(() => {
    if (scroller.current) return autoScrollForElements({ element: scroller.current });
  }, []);
  useMore(column, virtualizer.range?.endIndex ?? 0);
  const first = column.cards.some((card) => card.uuid === props.focused) ? props.focused : column.cards[0]?.uuid;
  return (
    <div ref={scroller} className={classes.scroller}>
      {props.over && props.dragged !== null && props.slot === null && isFixed && (
        <div className={classes.hint}>
          <p>{t('board.orderHint')}</p>
        </div>
      )}
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
              data-line={(card !== null && card === below) || undefined}
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
                  dragged={props.dragged === card.uuid}
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

/** The card of a column above a height on the screen, or null if there is none. */
export function cardAbove(column: Element, y: number): string | null {
  const box = column.querySelector(`.${classes.scroller}`)?.getBoundingClientRect();
  const height = box ? Math.min(Math.max(y, box.top), box.bottom) : y;
  const isAbove = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2 < height;
  };
  const rows = [...column.querySelectorAll('li:has([data-card])')];
  return rows.findLast(isAbove)?.querySelector<HTMLElement>('[data-card]')?.dataset.card ?? null;
}

/** Keeps the focused card in view when it is moved, but not when others are loaded above it: that could go on until all are. */
function useInView(virtualizer: Virtualizer<HTMLDivElement, Element>, { cards }: ColumnOf, focused: string | null) {
  const at = cards.findIndex((card) => card.uuid === focused);
  const count = useRef(cards.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the card's position changes
  useEffect(() => {
    if (at >= 0 && count.current === cards.length && focused === focusedCard()) {
      virtualizer.scrollToIndex(at, { align: 'auto' });
    }
    count.current = cards.length;
  }, [at, focused, cards.length]);
}

function useRows(rows: (Card | null)[], scroller: { current: HTMLDivElement | null }, marks: Marks) {
  const kept = [marks.focused, marks.dragged]
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
