import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/http';
import { ticketQuery } from '../../api/tickets';
import { useT } from '../../i18n';
import type { Timer } from './timer';

/** The title of the timer's ticket: undefined while loading, a placeholder if the reader cannot see it. */
export function useTimedTicket(timer: Timer): { title: string | undefined; gone: boolean } {
  const t = useT();
  const { data, error } = useQuery(ticketQuery(timer.ticket));
  const gone = hasCode(error, 'not_found', 'forbidden');
  return { title: gone ? t('time.ticketGone') : data?.title, gone };
}
