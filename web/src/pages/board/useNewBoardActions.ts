import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CardPages } from '../../api/cardPages';
import { useTicketChanges } from '../../api/ticketChanges';
import { useMoreCards } from '../../api/useMoreCards';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import type { BoardActions } from './context';
import { ticketDefaults } from './filter';
import { type Board, useNames } from './useBoard';
import { useCardMoves } from './useCardMoves';

interface Handlers extends Pick<BoardActions, 'focus' | 'openMenu' | 'openAdd'> {
  say: (text: string) => void;
}

/** The actions of cards and columns. Stable while cards are added and removed. */
export function useNewBoardActions(board: Board, hands: Handlers): BoardActions {
  const { project, frame, filter } = board;
  const { focus, openMenu, openAdd, say } = hands;
  const names = useNames(frame);
  const navigate = useNavigate();
  const changes = useTicketChanges(project);
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const load = useMoreCards(project);
  const moves = useCardMoves(board, say);
  return useMemo(
    () => ({
      ...{ project, frame, filter, names, focus, openMenu, openAdd, ...moves },
      more: (status) => load(filter, status),
      showMore: async (status) => {
        const cards = (board: CardPages | undefined) => board?.cards.filter((card) => card.status === status.key) ?? [];
        const known = new Set(moves.columns().flatMap((column) => column.cards.map((card) => card.uuid)));
        const board = await load(filter, status.key);
        const first = cards(board).find((card) => !known.has(card.uuid));
        if (first === undefined) return;
        const total = board?.groups.find((group) => group.key === status.key)?.total ?? 0;
        const shown = format.number(cards(board).length);
        say(t('board.loaded', { shown, total: format.number(total), column: words.status(status) }));
        focus(first.uuid, status.key);
      },
      open: (uuid) => void navigate({ to: '.', search: (old) => ({ ...old, ticket: uuid }), resetScroll: false }),
      save: (card, patch) => changes.save({ uuid: card.uuid, patch }),
      remove: (card) => changes.remove(card.uuid, t('board.deleted', { title: card.title })),
      add: (title, to, onLost) =>
        changes.create(
          { ...ticketDefaults(filter, frame), title, status: to.key },
          { hidden: { filter, said: t('board.addedHidden', { title }) }, onLost },
        ),
    }),
    [project, frame, filter, names, focus, openMenu, openAdd, navigate, say, t, words, format, load, changes, moves],
  );
}
