import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { hasCode } from '../../api/http';
import { saveOver } from '../../api/ticketChanges';
import { ticketKey } from '../../api/tickets';
import type { Ticket, TicketLink } from '../../api/types.gen';
import { useNotify } from '../../ui/notify';

export type Side = 'before' | 'after';
interface Step {
  side: Side;
  other: TicketLink;
  add: boolean;
}

/** Adds and removes dependencies in either direction. The blocked ticket stores the list, so "blocks" changes the other ticket. */
export function useLinks(ticket: Ticket) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ side, other, add }: Step) => {
      const [waits, first] = side === 'before' ? [ticket.uuid, other.uuid] : [other.uuid, ticket.uuid];
      const edit = ({ dependencies }: Ticket) => {
        const others = dependencies.map((one) => one.uuid).filter((uuid) => uuid !== first);
        return { dependencies: add ? [...others, first] : others };
      };
      return saveOver(client, waits, edit, {});
    },
    onError: (error) => {
      if (!isCycle(error)) notify.failed(error);
    },
    onSettled: (_, __, { other }) => {
      void client.invalidateQueries({ queryKey: ticketKey(ticket.uuid) });
      void client.invalidateQueries({ queryKey: ticketKey(other.uuid) });
      void client.invalidateQueries({ queryKey: cardsKey(ticket.project_uuid) });
    },
  });
}

/** Whether the server refused a circular dependency. */
export const isCycle = (error: unknown): boolean => hasCode(error, 'invalid') && error.field === 'dependencies';
