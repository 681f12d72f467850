import { useMutation } from '@tanstack/react-query';
import { reopenSprint } from '../../api/sprints';
import type { Sprint } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { useSprintChanged } from './useSprintChanged';

export function Reopen({ project, sprint, onClose }: { project: string; sprint: Sprint; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const changed = useSprintChanged(project);
  const reopen = useMutation({
    mutationFn: () => reopenSprint(sprint.uuid),
    onSuccess: async () => {
      await changed();
      notify.done(t('sprint.reopened', { title: sprint.title }));
      onClose();
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      onConfirm={() => reopen.mutate()}
      busy={reopen.isPending}
      title={t('sprint.reopenTitle', { title: sprint.title })}
      action={t('sprint.do_reopen')}
    >
      {t('sprint.reopenText')}
    </Confirm>
  );
}
