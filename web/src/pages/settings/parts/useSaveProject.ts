import { useMutation, useQueryClient } from '@tanstack/react-query';
import { frameKey } from '../../../api/frame';
import { projectsKey, saveProject } from '../../../api/projects';
import type { ProjectBody } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useNotify } from '../../../ui/notify';

export function useSaveProject(project: string, onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (changed: Partial<ProjectBody>) => saveProject(project, changed),
    onSuccess: (frame) => {
      client.setQueryData(frameKey(project), frame);
      void client.invalidateQueries({ queryKey: projectsKey });
      notify.done(t('common.saved'));
      onDone();
    },
    onError: (error) => notify.failed(error),
  });
}
