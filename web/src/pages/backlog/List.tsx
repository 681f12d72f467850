// A virtualised list that scrolls by itself (in a pane) or with the page (on a phone).
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './backlog.module.css';
import { type BacklogState, useBacklog } from './context';
import { useAutoScroll, useDrop } from './drag';
import { focusRow } from './focus';
import { More } from './More';
import { PastSprints } from './PastSprints';
import { QuickAdd } from './QuickAdd';
import { Row } from './Row';
import { EmptySection, SectionHead } from './SectionHead';
import { cardsOf, type DropTarget, endOf, type Item, targetOf } from './sections';
import { useIsChanging } from './useChanges';

interface Props {
  items: Item[];
  label: string;
  over: DropTarget | null;
}

const sizes = { head: 56, card: 44, more: 44, empty: 72, add: 48, past: 56 };
const options = (items: Item[]) => ({
  count: items.length,
  overscan: 10,
  estimateSize: (index: number) => sizes[items[index]?.kind ?? 'card'],
  getItemKey: (index: number) => items[index]?.key ?? index,
});

export function PaneList(props: Props) {
  const pane = useRef<HTMLDivElement>(null);
  useAutoScroll(pane);
  const { folded } = useBacklog();
  const backlog = props.items.find((item) => item.section?.sprint === null)?.section;
  useDrop(pane, () => (backlog ? endOf(backlog, folded) : null));
  const virtual = useVirtualizer({ ...options(props.items), getScrollElement: () => pane.current });
  return (
    <div ref={pane} className={classes.pane}>
      <Items {...props} virtual={virtual} offset={0} />
    </div>
  );
}

export function PageList(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (box.current) setOffset(box.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({ ...options(props.items), scrollMargin: offset });
  return (
    <div ref={box} className={classes.stack}>
      <Items {...props} virtual={virtual} offset={offset} />
    </div>
  );
}

type Virtual = Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;

function Items(props: Props & { virtual: Virtual; offset: number }) {
  const { virtual, items, offset } = props;
  const ctx = useBacklog();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (onListKey(event, ctx, items, virtual, list)) event.preventDefault();
  };
  useMore(items, virtual.range);
  useInView(items, virtual, list);
  return (
    // biome-ignore lint/a11y/useSemanticElements: items are positioned by script, which ul and li do not allow
    <div
      ref={list}
      role="list"
      aria-label={props.label}
      aria-busy={ctx.busy}
      className={classes.items}
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return (
          item && (
            <Place
              key={key}
              index={index}
              item={item}
              over={item.section !== null && props.over?.section === item.section.id}
              edge={edgeOf(item, props.over)}
              top={start - offset}
              measure={virtual.measureElement}
            />
          )
        );
      })}
    </div>
  );
}

/** How many rows before the end of a section its next page is loaded. */
const ahead = 8;

/** Loads the next page of a section when its last rows come into view, but not while rows are being moved or deleted. */
function useMore(items: Item[], range: Virtual['range']) {
  const { loadMore, project } = useBacklog();
  const changing = useIsChanging(project);
  const load = useEffectEvent(loadMore);
  const [from, to] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  useEffect(() => {
    if (changing) return;
    for (const item of items.slice(from, to + ahead)) if (item.kind === 'more') void load(item.section);
  }, [items, from, to, changing]);
}

/** The edge of a row at which dragged tickets land. */
function edgeOf(item: Item, over: DropTarget | null): 'top' | 'bottom' | undefined {
  if (item.kind !== 'card' || over?.section !== item.section.id) return undefined;
  if (over.after === item.card.uuid) return 'bottom';
  return over.after === null && item.place === 1 ? 'top' : undefined;
}

/** Keeps the focused row in view when it is moved, but not when others are loaded above it. */
function useInView(items: Item[], virtual: Virtual, list: RefObject<HTMLElement | null>) {
  const { active } = useBacklog();
  const at = items.findIndex((item) => item.key === active);
  const count = useRef(items.length);
  const show = useEffectEvent(() => {
    const row = document.activeElement?.closest<HTMLElement>('[data-card]');
    const isMoved = at >= 0 && count.current === items.length;
    if (isMoved && row?.dataset.card === active && list.current?.contains(row)) virtual.scrollToIndex(at);
    count.current = items.length;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the row's position changes
  useEffect(() => show(), [at, items.length]);
}

function Place(props: {
  index: number;
  item: Item;
  over: boolean;
  edge: 'top' | 'bottom' | undefined;
  top: number;
  measure: (element: HTMLElement | null) => void;
}) {
  const { item } = props;
  const ref = useRef<HTMLDivElement>(null);
  const { folded } = useBacklog();
  useDrop(ref, (lower) => targetOf(item, lower, folded));
  const { measure } = props;
  const hold = useCallback(
    (element: HTMLDivElement | null) => {
      ref.current = element;
      measure(element);
    },
    [measure],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      ref={hold}
      role="listitem"
      aria-posinset={item.kind === 'card' ? item.place : undefined}
      aria-setsize={item.kind === 'card' ? item.section.total : undefined}
      className={classes.place}
      data-index={props.index}
      data-over={props.over || undefined}
      data-edge={props.edge}
      data-kind={item.kind}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <Content item={item} />
    </div>
  );
}

/** Memoised: rerenders when its item changes, not when the list scrolls. */
const Content = memo(function Content({ item }: { item: Item }) {
  switch (item.kind) {
    case 'head':
      return <SectionHead section={item.section} />;
    case 'card':
      return <Row card={item.card} />;
    case 'more':
      return <More section={item.section} />;
    case 'empty':
      return <EmptySection section={item.section} />;
    case 'add':
      return <QuickAdd section={item.section} />;
    case 'past':
      return <PastSprints />;
  }
});

/** Arrow keys move between rows; Alt moves the row, and Shift extends the selection. Returns whether it handled the key. */
function onListKey(
  event: KeyboardEvent,
  ctx: BacklogState,
  items: Item[],
  virtual: Virtual,
  list: RefObject<HTMLElement | null>,
): boolean {
  const target = event.target as HTMLElement;
  const here = target.closest<HTMLElement>('[data-card]')?.dataset.card;
  if (here === undefined || target.matches('input:not([type="checkbox"])')) return false;
  if ((event.ctrlKey || event.metaKey) && event.key === 'a' && ctx.mayWrite) {
    if (!ctx.busy) ctx.selectAll(cardsOf(items));
    return true;
  }
  const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey) return false;
  if (event.altKey) {
    if (ctx.mayWrite && !ctx.busy) ctx.step(here, step);
    return true;
  }
  const cards = cardsOf(items);
  const at = cards.findIndex((card) => card.uuid === here);
  const [from, next] = [cards[at], cards[at + step]];
  if (from === undefined || next === undefined) return true;
  if (event.shiftKey && ctx.mayWrite) {
    if (!ctx.selection.chosen.has(from.uuid)) ctx.select(from, false);
    ctx.select(next, true);
  }
  ctx.setActive(next.uuid);
  virtual.scrollToIndex(items.findIndex((item) => item.key === next.uuid));
  focusRow(next.uuid, list.current);
  return true;
}
