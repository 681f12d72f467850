// A list sorted by dragging, or with the arrow keys on a row's handle.
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import classes from './SortList.module.css';
import { moveItem, useSortable } from './useSortable';

interface SortItem {
  id: string;
  /** Accessible name. */
  name: string;
  content: ReactNode;
}

interface Props {
  label: string;
  items: readonly SortItem[];
  /** Omit to make the order fixed. */
  onOrder?: (ids: string[]) => void;
}

export function SortList(props: Props) {
  const t = useT();
  const [said, setSaid] = useState('');
  const held = useRef<string | null>(null);
  const ids = props.items.map(({ id }) => id);
  // The pending order, because keys may be pressed faster than the list updates.
  const order = useRef(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new in each render, but its order rarely is
  useEffect(() => {
    order.current = ids;
  }, [ids.join()]);
  const move = (id: string, to: number) => {
    const place = Math.max(0, Math.min(ids.length - 1, to));
    if (place === order.current.indexOf(id)) return;
    order.current = moveItem(order.current, id, place);
    props.onOrder?.(order.current);
    const name = props.items.find((item) => item.id === id)?.name ?? '';
    setSaid(t('common.movedTo', { name, place: place + 1, count: ids.length }));
  };
  const step = (id: string, by: number) => move(id, order.current.indexOf(id) + by);
  return (
    <>
      <ol className={classes.list} aria-label={props.label}>
        {props.items.map((item, index) => (
          <Row key={item.id} item={item} index={index} held={held} onStep={step} onMove={props.onOrder && move} />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

interface RowProps {
  item: SortItem;
  index: number;
  /** The row moved by keyboard; it keeps the focus. */
  held: RefObject<string | null>;
  onStep: (id: string, by: number) => void;
  onMove?: (id: string, to: number) => void;
}

function Row(props: RowProps) {
  const t = useT();
  const { item, index, held, onStep, onMove } = props;
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { edge, dragged } = useSortable(row, handle, { id: item.id, index, onMove });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can be lost only when the position changes
  useEffect(() => {
    if (held.current === item.id) handle.current?.focus();
  }, [index, item.id, held]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    held.current = item.id;
    onStep(item.id, step);
  };
  return (
    <li ref={row} className={classes.row} data-edge={edge ?? undefined} data-dragged={dragged || undefined}>
      {onMove && (
        <ActionIcon
          ref={handle}
          variant="subtle"
          color="gray"
          className={classes.handle}
          aria-label={t('common.moveWithArrows', { name: item.name })}
          onKeyDown={onKeyDown}
          onBlur={() => setTimeout(() => (held.current = null))}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes.content}>{item.content}</div>
    </li>
  );
}
