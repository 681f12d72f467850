import { cleared } from '../../api/cardSearch';
import { useTicketChanges } from '../../api/ticketChanges';
import { useT } from '../../i18n';
import { useCommands, useShortcuts } from '../../shell/registry';
import type { BoardActions } from './context';
import { selectedValues } from './filter';
import { type Board, useBoardSearch } from './useBoard';
import { focusedCard } from './useFocus';

/** Registers the board's shortcuts and palette commands. */
export function useBoardShortcuts(board: Board, world: BoardActions, create: () => void) {
  const t = useT();
  const { search, change } = useBoardSearch();
  const changes = useTicketChanges(board.project);
  const { write } = board.frame.may;
  const all = selectedValues(search, 'sprint', board.frame).length === 0;
  const first = board.columns.find((column) => column.cards.length > 0)?.cards[0];
  const menu = () => {
    const card = focusedCard();
    if (card !== undefined) world.openMenu(card);
    else if (first !== undefined) world.focus(first.uuid, first.status);
  };
  const toggleAll = () => change({ sprint: all ? undefined : ['all'] });
  useShortcuts([
    { keys: 'a', label: t('board.shortcutAll'), run: toggleAll },
    ...(write
      ? [
          { keys: 'c', label: t('board.newTicket'), run: create },
          { keys: 'm', label: t('board.shortcutMove'), run: menu },
          // Cards handle these themselves.
          { keys: 'Alt+↑/↓', label: t('board.shortcutUp'), run: () => undefined },
          { keys: 'Alt+←/→', label: t('board.shortcutSide'), run: () => undefined },
          { keys: 'mod+z', label: t('board.shortcutUndo'), run: () => void changes.undo(t('common.undone')) },
        ]
      : []),
  ]);
  useCommands([
    ...(write ? [{ id: 'board create', label: t('board.newTicket'), run: create }] : []),
    { id: 'board all', label: all ? t('board.onlyActive') : t('board.allTickets'), run: toggleAll },
    { id: 'board clear', label: t('board.commandClear'), run: () => change(cleared) },
  ]);
}
