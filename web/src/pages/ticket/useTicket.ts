import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFrame } from '../../api/frame';
import { type TicketChanges, usePendingChanges, useTicketChanges, withTicketChanges } from '../../api/ticketChanges';
import { type Ticket, type TicketInput, ticketQuery } from '../../api/tickets';

/** useTicket is a ticket with the reader's own changes drawn over it. */
export function useTicket(uuid: string, project: string) {
  const query = useQuery(ticketQuery(uuid));
  const pending = usePendingChanges(project);
  const said = query.data;
  const ticket = useMemo(() => (said === undefined ? undefined : withTicketChanges(said, pending)), [said, pending]);
  return { ticket, query };
}

/** Part is what every part of the ticket's page is given. */
export interface Part {
  ticket: Ticket;
}

/** useSave changes fields of a ticket. */
export function useSave(
  ticket: Ticket,
): (patch: TicketInput, more?: Partial<Parameters<TicketChanges['save']>[0]>) => void {
  const { save } = useTicketChanges(ticket.project_uuid);
  return (patch, more) => save({ uuid: ticket.uuid, patch, ...more });
}

/** useTicketFrame is the frame of a ticket's project. */
export const useTicketFrame = (ticket: Ticket) => useFrame(ticket.project_uuid);
