import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type NodeInput, nodeQuery, readNode, saveNode } from '../../api/epics';
import type { Outcome } from '../../api/ticketChanges';
import type { NodePage } from '../../api/types.gen';
import { saveUnlessChanged } from '../../api/versions';
import { useNotify } from '../../ui/notify';
import { usePlanChanged } from '../epics/usePlanChanged';

/** Changes an epic or super-epic optimistically, and rolls back if the server refuses. */
export function useSaveNode(project: string, node: NodePage): (input: NodeInput, outcome?: Over) => void {
  const client = useQueryClient();
  const notify = useNotify();
  const changed = usePlanChanged(project);
  const { queryKey } = nodeQuery(project, node.kind, node.uuid);
  const saving = useMutation({
    mutationFn: ({ input, outcome }: Saving) => send(node, input, outcome),
    onMutate: async ({ input }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<NodePage>(queryKey);
      client.setQueryData<NodePage>(queryKey, (old) => old && { ...old, ...input });
      return before;
    },
    onSuccess: (_, { outcome }) => outcome?.onSaved?.(),
    onError: (error, { outcome }, before) => {
      client.setQueryData(queryKey, before);
      outcome?.onLost?.();
      notify.failed(error);
    },
    onSettled: changed,
  });
  return (input, outcome) => saving.mutate({ input, outcome });
}

function send(node: NodePage, input: NodeInput, { over, edit }: Over = {}) {
  const save = (change: NodeInput, version?: string) => saveNode(node.kind, node.uuid, change, version);
  if (over === undefined && edit === undefined) return save(input);
  return saveUnlessChanged({
    known: node,
    over: over ?? {},
    edit: edit ?? (() => input),
    send: save,
    read: () => readNode(node.kind, node.uuid),
  });
}

interface Over extends Outcome {
  /** The fields that the change replaces. If somebody else has changed them meanwhile, nothing is saved. */
  over?: Partial<NodePage>;
  /** Makes the change again from the node as the server has it, so that a list keeps what somebody else has added to it meanwhile. */
  edit?: (now: NodePage) => NodeInput;
}
interface Saving {
  input: NodeInput;
  outcome?: Over;
}
