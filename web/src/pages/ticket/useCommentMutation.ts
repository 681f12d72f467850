import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { commentsQuery } from '../../api/comments';
import { hasCode } from '../../api/http';
import { ticketKey } from '../../api/tickets';
import type { Ticket } from '../../api/types.gen';
import { useNotify } from '../../ui/notify';

/** Runs a comment mutation, then refreshes or reports the error. */
export function useCommentMutation<T>(
  ticket: Ticket,
  run: (value: T) => Promise<unknown>,
  onDone?: (value: T) => void,
  mutationKey?: string[],
) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey,
    mutationFn: run,
    onError: (error) => {
      if (hasCode(error, 'changed_meanwhile', 'not_found')) void client.invalidateQueries(commentsQuery(ticket.uuid));
      notify.failed(error);
    },
    onSuccess: async (_, value) => {
      await client.invalidateQueries({ queryKey: ticketKey(ticket.uuid) });
      void client.invalidateQueries({ queryKey: cardsKey(ticket.project_uuid) });
      onDone?.(value);
    },
  });
}
