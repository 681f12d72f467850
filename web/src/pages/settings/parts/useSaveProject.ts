import { useMutation, useQueryClient } from '@tanstack/react-query';
import { frameKey, frameQuery, useFrame } from '../../../api/frame';
import { hasCode } from '../../../api/http';
import { projectsKey, saveProject } from '../../../api/projects';
import type { ProjectBody } from '../../../api/types.gen';
import { readAgain, saveUnlessChanged } from '../../../api/versions';
import { replacedFields } from '../../../changedFields';
import { useT } from '../../../i18n';
import { useNotify } from '../../../ui/notify';

/** Changes the settings that the page shows; if somebody else has changed one of them meanwhile, nothing is saved. */
export function useSaveProject(project: string, onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const shown = useFrame(project).project;
  return useMutation({
    mutationFn: (changed: Partial<ProjectBody>) =>
      saveUnlessChanged({
        known: shown,
        over: replacedFields(shown, changed),
        edit: () => changed,
        send: (_, version) => saveProject(project, changed, version),
        read: async () => (await readAgain(client, frameQuery(project))).project,
      }),
    onSuccess: (frame, changed) => {
      client.setQueryData(frameKey(project), frame);
      // The keys of tickets, which change with the project's, are on every page.
      void client.invalidateQueries(changed.key === undefined ? { queryKey: projectsKey } : undefined);
      notify.done(t('common.saved'));
      onDone();
    },
    onError: (error) => {
      // The form shows what others have changed; a message would cover its button.
      if (!hasCode(error, 'changed_meanwhile')) notify.failed(error);
    },
  });
}
