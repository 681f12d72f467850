import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { frameKey } from '../../../api/frame';
import { projectsKey } from '../../../api/projects';
import { useNotify } from '../../../ui/notify';

interface Options<V, R, D> {
  project: string;
  /** The list being changed. */
  list: QueryKey;
  run: (value: V) => Promise<R>;
  /** The list after the change, for the optimistic update. */
  show?: (old: D, value: V) => D;
  /** The message on success. */
  said?: (value: V) => string;
  onDone?: (answer: R, value: V) => void;
  /** Handles the error instead of a notification; return true if it was reported. */
  onFailed?: (error: unknown) => boolean;
}

/** Changes a project setting and refreshes whatever shows it. */
export function useChange<V, R, D = unknown>(options: Options<V, R, D>) {
  const client = useQueryClient();
  const notify = useNotify();
  const { list, project, show } = options;
  return useMutation({
    mutationKey: list,
    scope: { id: JSON.stringify(list) }, // one at a time, to keep their order
    mutationFn: options.run,
    onMutate: async (value: V) => {
      if (show === undefined) return undefined;
      await client.cancelQueries({ queryKey: list, exact: true });
      const old = client.getQueryData<D>(list);
      if (old !== undefined) client.setQueryData<D>(list, show(old, value));
      return old;
    },
    onError: (error, _value, old) => {
      if (old !== undefined) client.setQueryData(list, old);
      if (options.onFailed?.(error) !== true) notify.failed(error);
    },
    onSuccess: (answer, value) => {
      if (options.said !== undefined) notify.done(options.said(value));
      options.onDone?.(answer, value);
    },
    // While more changes are pending, the server's list would undo what the page already shows.
    onSettled: () =>
      client.isMutating({ mutationKey: list, exact: true }) > 1
        ? undefined
        : Promise.all([list, frameKey(project), projectsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
