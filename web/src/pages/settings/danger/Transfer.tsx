import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Frame, frameKey } from '../../../api/frame';
import { membersKey, transferProject } from '../../../api/members';
import { projectsKey } from '../../../api/projects';
import { useFormat, useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { useNotify } from '../../../ui/notify';

/** Transfer hands the project over to another active member. */
export function Transfer({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const format = useFormat();
  const [to, setTo] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const heirs = frame.members
    .filter(({ status, role }) => status === 'active' && role !== 'owner')
    .sort((a, b) => format.compare(a.name, b.name));
  const heir = heirs.find(({ uuid }) => uuid === to);
  const transferring = useTransfer(project, heir?.name ?? '', () => setAsked(false));
  if (heirs.length === 0) return <Text c="dimmed">{t('settings.transferNobody')}</Text>;
  return (
    <Group align="flex-end">
      <Select
        label={t('settings.transferTo')}
        data={heirs.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={to}
        onChange={setTo}
        searchable
        placeholder={t('settings.transferChoose')}
        flex="1 1 14rem"
        maw={320}
      />
      <Button variant="default" disabled={heir === undefined} onClick={() => setAsked(true)}>
        {t('settings.transferAction')}
      </Button>
      <Confirm
        opened={asked && heir !== undefined}
        danger
        onClose={() => setAsked(false)}
        onConfirm={() => to !== null && transferring.mutate(to)}
        title={t('settings.transferTitle', { name: heir?.name ?? '' })}
        action={t('settings.transferAction')}
        busy={transferring.isPending}
      >
        {t('settings.transferConfirm', { name: heir?.name ?? '' })}
      </Confirm>
    </Group>
  );
}

function useTransfer(project: string, name: string, onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (member: string) => transferProject(project, member),
    onSuccess: (frame) => {
      client.setQueryData(frameKey(project), frame);
      notify.done(t('settings.transferred', { name }));
      onDone();
    },
    onError: (error) => notify.failed(error),
    onSettled: () =>
      Promise.all([membersKey(project), projectsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
