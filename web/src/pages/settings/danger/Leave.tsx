import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { removeMember } from '../../../api/members';
import type { Frame } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { useNotify } from '../../../ui/notify';
import { useLeaveProject } from './useLeaveProject';

export function Leave({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const notify = useNotify();
  const gone = useLeaveProject(project);
  const [asked, setAsked] = useState(false);
  const { name } = frame.project;
  const mine = frame.members.find(({ user_id }) => user_id === frame.me);
  const leaving = useMutation({
    mutationFn: () => removeMember(mine?.uuid ?? ''),
    onSuccess: async () => {
      await gone();
      notify.done(t('settings.left', { name }));
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <Group>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('settings.leave')}
      </Button>
      <Confirm
        opened={asked}
        danger
        onClose={() => setAsked(false)}
        onConfirm={() => leaving.mutate()}
        title={t('settings.leaveTitle', { name })}
        action={t('settings.leave')}
        busy={leaving.isPending}
      >
        {t('settings.leaveConfirm')}
      </Confirm>
    </Group>
  );
}
