import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { cardsKey } from '../../api/cards';
import { changedMeanwhile } from '../../api/http';
import type { Outcome } from '../../api/ticketChanges';
import {
  addSubtask,
  deleteSubtask,
  orderSubtasks,
  readTicket,
  saveSubtask,
  ticketKey,
  ticketQuery,
} from '../../api/tickets';
import type { Subtask, Ticket } from '../../api/types.gen';
import { saveUnlessChanged } from '../../api/versions';
import { useNotify } from '../../ui/notify';
import { unsentIn } from '../../unsent';

type Edit = Partial<Pick<Subtask, 'status' | 'assignee_id'>>;

/** Replaces the title `over`, unless somebody else has changed it meanwhile. */
interface Rename extends Outcome {
  kind: 'rename';
  uuid: string;
  over: string;
  title: string;
}
type Step =
  | { kind: 'add'; title: string; onLost?: () => void }
  | { kind: 'save'; uuid: string; edit: Edit }
  | Rename
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
    mutationFn: (step: Step) => send(client, ticket.uuid, step),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Ticket>(queryKey);
      client.setQueryData<Ticket>(queryKey, (old) => old && { ...old, subtasks: applyStep(old.subtasks, step) });
      return before;
    },
    onSuccess: (_, step) => {
      if (step.kind === 'rename') step.onSaved?.();
    },
    onError: (error, step, before) => {
      if (before !== undefined) client.setQueryData(queryKey, before);
      if (unsentIn(error)) return;
      notify.failed(error);
      if (step.kind === 'add' || step.kind === 'rename') step.onLost?.();
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

function send(client: QueryClient, ticket: string, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'add':
      return addSubtask(ticket, step.title);
    case 'save':
      return saveSubtask(step.uuid, step.edit);
    case 'rename':
      return rename(client, ticket, step);
    case 'delete':
      return deleteSubtask(step.uuid);
    case 'order':
      return orderSubtasks(ticket, step.uuids);
  }
}

function rename(client: QueryClient, ticket: string, { uuid, over, title }: Rename): Promise<Subtask> {
  const find = (whole: Ticket | undefined) => {
    const found = whole?.subtasks.find((one) => one.uuid === uuid);
    if (found === undefined) throw changedMeanwhile();
    return found;
  };
  return saveUnlessChanged({
    known: find(client.getQueryData(ticketQuery(ticket).queryKey)), // the page already shows the new title
    over: { title: over },
    edit: () => ({ title }),
    send: (change, version) => saveSubtask(uuid, change, version),
    read: async () => find(await readTicket(ticket)),
  });
}

export function applyStep(list: Subtask[], step: Step): Subtask[] {
  switch (step.kind) {
    case 'add':
      return [
        ...list,
        {
          uuid: `new ${list.length}`,
          title: step.title,
          status: 'todo',
          sort_order: 0,
          assignee_id: null,
          version: '',
        },
      ];
    case 'save':
      return list.map((one) => (one.uuid === step.uuid ? { ...one, ...step.edit } : one));
    case 'rename':
      return list.map((one) => (one.uuid === step.uuid ? { ...one, title: step.title } : one));
    case 'delete':
      return list.filter((one) => one.uuid !== step.uuid);
    case 'order':
      return step.uuids.flatMap((uuid) => list.filter((one) => one.uuid === uuid));
  }
}
