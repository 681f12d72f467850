import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFrame } from '../../api/frame';
import {
  currentTicket,
  type Outcome,
  type TicketChanges,
  usePendingChanges,
  useTicketChanges,
} from '../../api/ticketChanges';
import { withTicketChanges } from '../../api/ticketDrawing';
import { type TicketInput, ticketQuery } from '../../api/tickets';
import type { Ticket } from '../../api/types.gen';
import { useLiveChanges } from '../../api/useLive';

/** A ticket with the reader's pending changes applied. */
export function useTicket(uuid: string, project: string) {
  const query = useQuery(ticketQuery(uuid));
  const pending = usePendingChanges(project);
  const said = query.data;
  const ticket = useMemo(() => (said === undefined ? undefined : withTicketChanges(said, pending)), [said, pending]);
  useLinksLive(said);
  return { ticket, query };
}

/** Refetches a ticket when one of its dependencies changes. */
function useLinksLive(ticket: Ticket | undefined): void {
  const client = useQueryClient();
  useLiveChanges(({ changes }) => {
    if (ticket === undefined) return;
    const linked = new Set([...ticket.dependencies, ...ticket.dependents].map((one) => one.uuid));
    const touched = changes.some((change) => change.noun === 'ticket' && linked.has(change.uuid));
    if (touched) void client.invalidateQueries({ queryKey: ticketQuery(ticket.uuid).queryKey });
  });
}

/** Props shared by all parts of the ticket panel. */
export interface TicketProps {
  ticket: Ticket;
}

export function useSave(
  ticket: Ticket,
): (patch: TicketInput, more?: Partial<Parameters<TicketChanges['save']>[0]>) => void {
  const { save } = useTicketChanges(ticket.project_uuid);
  return (patch, more) => save({ uuid: ticket.uuid, patch, ...more });
}

/** Saves a change computed from the ticket as it is now: a list may change twice before the page is drawn again. */
export function useSaveCurrent(ticket: Ticket): (edit: (now: Ticket) => TicketInput, outcome?: Outcome) => void {
  const client = useQueryClient();
  const save = useSave(ticket);
  return (edit, outcome) => save(edit(currentTicket(client, ticket)), { ...outcome, edit });
}

export const useTicketFrame = (ticket: Ticket) => useFrame(ticket.project_uuid);
