import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useTicketChanges } from '../../api/ticketChanges';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import type { BoardActions } from './context';
import { ticketDefaults } from './filter';
import { type Board, useNames } from './useBoard';

interface Handlers extends Pick<BoardActions, 'focus' | 'openMenu' | 'openAdd'> {
  say: (text: string) => void;
}

/** The actions of cards and columns. Stable while cards are added and removed. */
export function useNewBoardActions(board: Board, hands: Handlers): BoardActions {
  const { project, frame, filter, columns } = board;
  const { focus, openMenu, openAdd, say } = hands;
  const names = useNames(frame);
  const navigate = useNavigate();
  const changes = useTicketChanges(project);
  const t = useT();
  const words = useWords();
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  });
  return useMemo(
    () => ({
      ...{ project, frame, filter, names, focus, openMenu, openAdd },
      columns: () => latest.current,
      open: (uuid) => void navigate({ to: '.', search: (old) => ({ ...old, ticket: uuid }), resetScroll: false }),
      move: (card, to) => {
        const said = t('board.moved', { title: card.title, column: words.status(to) });
        say(said);
        changes.save({ uuid: card.uuid, patch: { status: to.key }, back: { status: card.status }, said });
      },
      save: (card, patch) => changes.save({ uuid: card.uuid, patch }),
      remove: (card) => changes.remove(card.uuid, t('board.deleted', { title: card.title })),
      add: (title, to, onLost) =>
        changes.create(
          { ...ticketDefaults(filter, frame), title, status: to.key },
          { hidden: { filter, said: t('board.addedHidden', { title }) }, onLost },
        ),
    }),
    [project, frame, filter, names, focus, openMenu, openAdd, navigate, say, t, words, changes],
  );
}
