import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { frameKey } from '../../../api/frame';
import { projectsKey } from '../../../api/projects';
import { useNotify } from '../../../ui/notify';

interface Options<V, R, D> {
  project: string;
  /** The list that the change is about. */
  list: QueryKey;
  run: (value: V) => Promise<R>;
  /** How the list looks once it is done; shown at once and taken back if it is refused. */
  show?: (old: D, value: V) => D;
  /** What to tell when it is done. */
  said?: (value: V) => string;
  onDone?: (answer: R, value: V) => void;
  /** Gets the error instead of a message in the corner; true: it is told elsewhere. */
  onFailed?: (error: unknown) => boolean;
}

/** useChange changes something of a project's settings, and refreshes what shows it. */
export function useChange<V, R, D = unknown>(options: Options<V, R, D>) {
  const client = useQueryClient();
  const notify = useNotify();
  const { list, project, show } = options;
  return useMutation({
    scope: { id: JSON.stringify(list) }, // one after the other, or the last might arrive first
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
    onSettled: () =>
      Promise.all([list, frameKey(project), projectsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
