import type { Ticket } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { useSave, useTicketFrame } from './useTicket';

/** Moves a ticket to another status and notifies, with undo. */
export function useNotifyMove(ticket: Ticket): (key: string) => void {
  const t = useT();
  const words = useWords();
  const save = useSave(ticket);
  const { statuses } = useTicketFrame(ticket);
  return (key) => {
    const to = statuses.find((status) => status.key === key);
    if (to === undefined || key === ticket.status) return;
    const said = t('board.moved', { title: ticket.title, column: words.status(to) });
    save({ status: key }, { back: { status: ticket.status }, said });
  };
}
