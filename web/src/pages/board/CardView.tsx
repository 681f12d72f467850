import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type MouseEvent, memo, Suspense, useEffect, useRef } from 'react';
import { isTemporary, ticketQuery } from '../../api/tickets';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import { CardFace } from './CardFace';
import classes from './card.module.css';
import { useBoardActions } from './context';
import { useCardLabel } from './label';
import { useCardKeys } from './useCardKeys';

const CardMenu = lazy(() => import('./CardMenu').then(({ CardMenu }) => ({ default: CardMenu })));

interface Props {
  card: Card;
  done: boolean;
  /** The one card of its column that Tab reaches. */
  tabbable: boolean;
  flash: boolean;
  menu: boolean;
  dragged: boolean;
}

/** A card: a link to its ticket, draggable, movable by keyboard, with a menu. */
export const CardView = memo(function CardView(props: Props) {
  const { card } = props;
  const world = useBoardActions();
  const client = useQueryClient();
  const label = useCardLabel(card, props.done);
  const onKeyDown = useCardKeys(card);
  const element = useDraggable(card, world.frame.may.write);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    world.open(card.uuid);
  };
  const waiting = isTemporary(card.uuid);
  return (
    <div
      ref={element}
      className={classes.card}
      data-flash={props.flash || undefined}
      data-dragged={props.dragged || undefined}
      data-waiting={waiting || undefined}
    >
      <a
        href={`/${card.key}`}
        className={classes.face}
        draggable={false}
        tabIndex={props.tabbable ? 0 : -1}
        aria-describedby="board-keys"
        data-card={card.uuid}
        data-status={card.status}
        onClick={waiting ? (event) => event.preventDefault() : open}
        onPointerDown={() => !waiting && void client.prefetchQuery(ticketQuery(card.uuid))}
        onKeyDown={onKeyDown}
      >
        <VisuallyHidden>{label}</VisuallyHidden>
        <CardFace card={card} done={props.done} />
      </a>
      {!waiting && (
        <Suspense fallback={<MenuButton card={card} />}>
          {props.menu ? <CardMenu card={card} /> : <MenuButton card={card} />}
        </Suspense>
      )}
    </div>
  );
});

function MenuButton(props: { card: Card }) {
  const t = useT();
  const world = useBoardActions();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.menu}
      aria-label={t('common.actionsFor', { title: props.card.title })}
      aria-haspopup="menu"
      onClick={() => world.openMenu(props.card.uuid)}
    >
      <IconDots size={16} aria-hidden />
    </button>
  );
}

function useDraggable(card: Card, may: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current === null || !may || isTemporary(card.uuid)) return;
    return draggable({ element: ref.current, getInitialData: () => ({ card }) });
  }, [card, may]);
  return ref;
}
