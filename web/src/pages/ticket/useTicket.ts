import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFrame } from '../../api/frame';
import { type TicketChanges, usePendingChanges, useTicketChanges, withTicketChanges } from '../../api/ticketChanges';
import { type TicketInput, ticketQuery } from '../../api/tickets';
import type { Ticket } from '../../api/types.gen';
import { useLiveChanges } from '../../api/useLive';

/** useTicket is a ticket with the reader's own changes drawn over it. */
export function useTicket(uuid: string, project: string) {
  const query = useQuery(ticketQuery(uuid));
  const pending = usePendingChanges(project);
  const said = query.data;
  const ticket = useMemo(() => (said === undefined ? undefined : withTicketChanges(said, pending)), [said, pending]);
  useLinksLive(said);
  return { ticket, query };
}

/** useLinksLive reads a ticket again when one that it waits for, or that waits for it, changes. */
function useLinksLive(ticket: Ticket | undefined): void {
  const client = useQueryClient();
  useLiveChanges(({ changes }) => {
    if (ticket === undefined) return;
    const linked = new Set([...ticket.dependencies, ...ticket.dependents].map((one) => one.uuid));
    const touched = changes.some((change) => change.noun === 'ticket' && linked.has(change.uuid));
    if (touched) void client.invalidateQueries({ queryKey: ticketQuery(ticket.uuid).queryKey });
  });
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
