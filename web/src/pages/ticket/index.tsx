import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { hasCode } from '../../api/http';
import { ticketQuery } from '../../api/tickets';
import { useT } from '../../i18n';
import { Page } from '../../ui/Page';
import { ErrorState, Loading } from '../../ui/State';
import { TicketNotFound } from './TicketNotFound';

/** Redirects a ticket's URL, by uuid or key, to the board of its project, with the ticket open. */
export default function TicketPage() {
  const t = useT();
  const { ticket, key } = useParams({ strict: false });
  const { data, error, isError, refetch } = useQuery(ticketQuery(ticket ?? key ?? ''));
  if (data !== undefined) {
    return (
      <Navigate
        to="/projects/$project/board"
        params={{ project: data.project_uuid }}
        search={{ ticket: data.uuid, ...(data.sprint_uuid === null && { sprint: ['all'] }) }}
        replace
      />
    );
  }
  return (
    <Page title={t('ticket.title')}>
      {!isError ? (
        <Loading />
      ) : hasCode(error, 'not_found', 'forbidden') ? (
        <TicketNotFound ticket={ticket ?? key ?? ''} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
