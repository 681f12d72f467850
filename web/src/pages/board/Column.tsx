import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core';
import { IconCircleCheckFilled, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { statusColours } from '../../ui/StatusBadge';
import classes from './board.module.css';
import { CardList, cardAbove, type Marks } from './CardList';
import type { ColumnOf, DropTarget } from './columns';
import { useBoardActions } from './context';
import { QuickAdd } from './QuickAdd';

interface Props extends Marks {
  column: ColumnOf;
  /** The dragged card is over this column. */
  over: boolean;
  /** Where the dragged card lands in this column, if it does. */
  slot: number | null;
  adding: boolean;
  collapsed: boolean;
  onToggle: (status: string) => void;
}

/** A status with its cards. Accepts drops even when collapsed. */
export const Column = memo(function Column(props: Props) {
  const { ink } = statusColours(props.column.status, useComputedColorScheme('light'));
  const style = { '--ink': ink } as CSSProperties;
  return props.collapsed ? <Folded {...props} style={style} /> : <Unfolded {...props} style={style} />;
});

interface Styled extends Props {
  style: CSSProperties;
}

function Unfolded(props: Styled) {
  const { column } = props;
  const { status } = column;
  const { write } = useBoardActions().frame.may;
  return (
    <section
      ref={useDropTarget(status.key, write, cardAbove)}
      className={classes.column}
      style={props.style}
      data-over={props.slot !== null || undefined}
      data-column={status.key}
      aria-labelledby={`column-${status.key}`}
    >
      <Head column={column} onToggle={props.onToggle} />
      <CardList {...props} />
      <More column={column} />
      {write && <QuickAdd status={status} open={props.adding} />}
    </section>
  );
}

function useDropTarget(status: string, may: boolean, above?: (column: Element, y: number) => string | null) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ref.current === null || !may) return;
    return dropTargetForElements({
      element: ref.current,
      getData: ({ element, input }) => ({ status, after: above?.(element, input.clientY) }) satisfies DropTarget,
    });
  }, [status, may, above]);
  return ref;
}

function Head(props: { column: ColumnOf; onToggle: (status: string) => void }) {
  const { status, total, points } = props.column;
  const t = useT();
  const name = useWords().status(status);
  return (
    <header className={classes.head}>
      <span className={classes.dot} aria-hidden />
      <h2 id={`column-${status.key}`} className={classes.name}>
        {name}
      </h2>
      {status.is_done && (
        <Tooltip label={t('board.doneColumn')}>
          <IconCircleCheckFilled size={15} className={classes.done} role="img" aria-label={t('board.doneColumn')} />
        </Tooltip>
      )}
      <Sum cards={total} points={points} />
      <span className={classes.spacer} />
      <Tooltip label={t('board.collapse', { column: name })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.collapse}
          aria-label={t('board.collapse', { column: name })}
          onClick={() => props.onToggle(status.key)}
        >
          <IconLayoutSidebarLeftCollapse size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

/** Loads more cards. Scrolling does so too, but this button can be reached by keyboard and says how many there are. */
function More({ column }: { column: ColumnOf }) {
  const { status, cards, total } = column;
  const t = useT();
  const format = useFormat();
  const world = useBoardActions();
  const name = useWords().status(status);
  const focus = useFocusKept(column);
  if (cards.length >= total) return null;
  const text = t('board.more', { shown: format.number(cards.length), total: format.number(total) });
  return (
    <button
      type="button"
      className={classes.more}
      aria-label={t('board.moreIn', { text, column: name })}
      onClick={() => world.showMore(status)}
      {...focus}
    >
      {text}
    </button>
  );
}

/** Moves the focus from the button to the first new card if, with that card, the column is complete and the button goes. */
function useFocusKept({ status, cards, total }: ColumnOf) {
  const world = useBoardActions();
  const focused = useRef(false);
  const before = useRef(0);
  useEffect(() => {
    const next = cards[before.current] ?? cards.at(-1);
    before.current = cards.length;
    if (!focused.current || cards.length < total) return;
    focused.current = false;
    if (next) world.focus(next.uuid, status.key);
  }, [cards, total, status.key, world]);
  return {
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
    },
  };
}

function Sum(props: { cards: number; points: number }) {
  const t = useT();
  const format = useFormat();
  const words = t('board.columnCount', {
    tickets: t('words.tickets', { count: props.cards }),
    points: t('words.points', { count: props.points }),
  });
  return (
    <Tooltip label={words}>
      <span className={classes.sum} role="img" aria-label={words}>
        {format.number(props.cards)}
        <span className={classes.points}>{format.points(props.points)}</span>
      </span>
    </Tooltip>
  );
}

function Folded(props: Styled) {
  const { status, total, points } = props.column;
  const t = useT();
  const name = useWords().status(status);
  const { write } = useBoardActions().frame.may;
  return (
    <section
      ref={useDropTarget(status.key, write)}
      className={classes.folded}
      style={props.style}
      data-over={props.slot !== null || undefined}
      data-column={status.key}
      aria-label={name}
    >
      <button
        type="button"
        className={classes.unfold}
        aria-expanded={false}
        title={t('board.expand', { column: name })}
        onClick={() => props.onToggle(status.key)}
      >
        <span className={classes.dot} aria-hidden />
        <span>{name}</span>
        <Sum cards={total} points={points} />
      </button>
    </section>
  );
}
