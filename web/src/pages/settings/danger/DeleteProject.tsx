import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteProject } from '../../../api/projects';
import { statusesQuery } from '../../../api/statuses';
import type { Frame } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { useNotify } from '../../../ui/notify';
import { useLeaveProject } from './useLeaveProject';

/** Deletes the project after its name is typed. */
export function DeleteProject({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const notify = useNotify();
  const gone = useLeaveProject(project);
  const [asked, setAsked] = useState(false);
  const { name } = frame.project;
  const deleting = useMutation({
    mutationFn: () => deleteProject(project, name),
    onSuccess: async () => {
      await gone();
      notify.done(t('settings.deleted', { name }));
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <Group>
      <Button color="red" onClick={() => setAsked(true)}>
        {t('settings.deleteProject')}
      </Button>
      <Confirm
        opened={asked}
        danger
        onClose={() => setAsked(false)}
        onConfirm={() => deleting.mutate()}
        title={t('settings.deleteTitle', { name })}
        action={t('settings.deleteProject')}
        busy={deleting.isPending}
        typed={name}
      >
        <Stack gap="xs">
          <Text>{useDeletedItems(project, frame)}</Text>
          <Text fw={600}>{t('settings.deleteFinal')}</Text>
        </Stack>
      </Confirm>
    </Group>
  );
}

/** What is deleted with the project. */
function useDeletedItems(project: string, frame: Frame): string {
  const t = useT();
  const format = useFormat();
  const statuses = useQuery(statusesQuery(project)).data?.statuses ?? [];
  const tickets = statuses.reduce((sum, status) => sum + status.tickets, 0);
  const list = format.list([
    t('settings.countTickets', { count: tickets }),
    t('settings.countSprints', { count: frame.sprints.length }),
    t('settings.countEpics', { count: frame.epics.length }),
  ]);
  return t('settings.deleteLoss', { list });
}
