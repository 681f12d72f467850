import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { addSubtask, deleteSubtask, orderSubtasks, saveSubtask, ticketKey, ticketQuery } from '../../api/tickets';
import type { Subtask, Ticket } from '../../api/types.gen';
import { useNotify } from '../../ui/notify';

type Edit = Partial<Pick<Subtask, 'title' | 'status' | 'assignee_id'>>;
type Step =
  | { kind: 'add'; title: string; onLost?: () => void }
  | { kind: 'save'; uuid: string; edit: Edit }
  | { kind: 'delete'; uuid: string }
  | { kind: 'order'; uuids: string[] };

/** Changes subtasks optimistically. */
export function useSubtasks(ticket: Ticket): (step: Step) => void {
  const client = useQueryClient();
  const notify = useNotify();
  const { queryKey } = ticketQuery(ticket.uuid);
  const mutationKey = ['subtasks', ticket.uuid];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `subtasks ${ticket.uuid}` },
    mutationFn: (step: Step): Promise<unknown> => send(ticket.uuid, step),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Ticket>(queryKey);
      client.setQueryData<Ticket>(queryKey, (old) => old && { ...old, subtasks: applyStep(old.subtasks, step) });
      return before;
    },
    onError: (error, step, before) => {
      if (before !== undefined) client.setQueryData(queryKey, before);
      notify.failed(error);
      if (step.kind === 'add') step.onLost?.();
    },
    onSettled: () => {
      // While more changes are pending, the server's list would undo what the page already shows.
      if (client.isMutating({ mutationKey }) > 1) return;
      void client.invalidateQueries({ queryKey: ticketKey(ticket.uuid) });
      void client.invalidateQueries({ queryKey: cardsKey(ticket.project_uuid) });
    },
  });
  return mutate;
}

function send(ticket: string, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'add':
      return addSubtask(ticket, step.title);
    case 'save':
      return saveSubtask(step.uuid, step.edit);
    case 'delete':
      return deleteSubtask(step.uuid);
    case 'order':
      return orderSubtasks(ticket, step.uuids);
  }
}

export function applyStep(list: Subtask[], step: Step): Subtask[] {
  switch (step.kind) {
    case 'add':
      return [
        ...list,
        { uuid: `new ${list.length}`, title: step.title, status: 'todo', sort_order: 0, assignee_id: null },
      ];
    case 'save':
      return list.map((one) => (one.uuid === step.uuid ? { ...one, ...step.edit } : one));
    case 'delete':
      return list.filter((one) => one.uuid !== step.uuid);
    case 'order':
      return step.uuids.flatMap((uuid) => list.filter((one) => one.uuid === uuid));
  }
}
