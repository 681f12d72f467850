import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Place, placeAt } from '../../api/rank';
import { useTicketChanges } from '../../api/ticketChanges';
import type { Card } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { useNotify } from '../../ui/notify';
import { type ColumnOf, dropIndex, landingIndex } from './columns';
import type { BoardActions } from './context';
import type { Board } from './useBoard';

type CardMoves = Pick<BoardActions, 'columns' | 'move' | 'drop' | 'step' | 'toEnd'>;

/** Moves cards within and between columns, and announces where they land. */
export function useCardMoves(board: Board, say: (text: string) => void): CardMoves {
  const { order } = board.filter;
  const t = useT();
  const notify = useNotify();
  const changes = useTicketChanges(board.project);
  const columns = useLatest(board.currentColumns);
  const moveTo = useMoveTo(board.project, say);
  return useMemo(() => {
    const columnOf = (status: string) => columns().find((column) => column.status.key === status);
    const cardOf = (uuid: string) => cardsIn(columns()).find((card) => card.uuid === uuid);
    const placeIn = (column: ColumnOf, card: Card, index: number) => {
      const rest = column.cards.filter((other) => other.uuid !== card.uuid);
      moveTo(card, column, index, placeAt(rest, index));
    };
    return {
      columns,
      move: (card, to) => {
        const column = columnOf(to.key);
        if (column) moveTo(card, column, landingIndex(column, card, order), {});
      },
      drop: (uuid, target) => {
        const [card, column] = [cardOf(uuid), columnOf(target.status)];
        const index = card && column ? dropIndex(column, card, target, order) : null;
        if (card === undefined || column === undefined || index === null) return;
        if (order === undefined && target.after !== undefined) placeIn(column, card, index);
        else moveTo(card, column, index, {});
      },
      step: (uuid, by) => {
        const card = cardOf(uuid);
        const column = card && columnOf(card.status);
        if (card === undefined || column === undefined) return;
        const to = column.cards.findIndex((other) => other.uuid === uuid) + by;
        if (order !== undefined) notify.hint(t('board.orderHint'));
        else if (column.cards[to] !== undefined) placeIn(column, card, to);
      },
      toEnd: (card, end) => {
        const said = t(end === 'top' ? 'board.movedTop' : 'board.movedBottom', { title: card.title });
        say(said);
        changes.move({ uuid: card.uuid, to: end, said });
      },
    };
  }, [order, t, notify, changes, say, columns, moveTo]);
}

const cardsIn = (columns: ColumnOf[]): Card[] => columns.flatMap((column) => column.cards);

/** A stable function that calls the one given last. */
function useLatest<T>(read: () => T): () => T {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  return useCallback(() => latest.current(), []);
}

/** Moves a card to a column, and to a place in the project's order unless that is empty. */
function useMoveTo(project: string, say: (text: string) => void) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const changes = useTicketChanges(project);
  return useCallback(
    (card: Card, { status, total }: ColumnOf, index: number, place: Place) => {
      const stays = card.status === status.key;
      const keepsRank = Object.keys(place).length === 0;
      if (stays && keepsRank) return;
      const list = words.status(status);
      const count = format.number(stays ? total : total + 1);
      say(t('common.movedIn', { name: card.title, place: format.number(index + 1), count, list }));
      const said = stays ? undefined : t('board.moved', { title: card.title, column: list });
      const change = stays ? undefined : { to: status.key, back: card.status };
      if (!keepsRank) changes.move({ uuid: card.uuid, to: place, status: change, said });
      else changes.save({ uuid: card.uuid, patch: { status: status.key }, back: { status: card.status }, said });
    },
    [t, words, format, changes, say],
  );
}
