import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/http';
import { ticketQuery } from '../../api/tickets';
import { useT } from '../../i18n';
import type { Timer } from './timer';

/**
 * useTimedTicket is the title of the ticket on which a timer runs: none while it is not known, and words instead of it once
 * the server says that the reader cannot see the ticket.
 */
export function useTimedTicket(timer: Timer): { title: string | undefined; gone: boolean } {
  const t = useT();
  const { data, error } = useQuery(ticketQuery(timer.ticket));
  const gone = hasCode(error, 'not_found', 'forbidden');
  return { title: gone ? t('time.ticketGone') : data?.title, gone };
}
