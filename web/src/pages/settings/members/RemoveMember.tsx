import { Stack, Text } from '@mantine/core';
import { membersKey, removeMember } from '../../../api/members';
import type { Member, MemberList } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { useChange } from '../parts/useChange';

export function RemoveMember(props: { project: string; member: Member; onClose: () => void }) {
  const t = useT();
  const { project, member, onClose } = props;
  const removing = useChange({
    project,
    list: membersKey(project),
    run: (_: undefined) => removeMember(member.uuid),
    show: (old: MemberList) => ({ ...old, members: old.members.filter(({ uuid }) => uuid !== member.uuid) }),
    said: () => t('settings.memberRemoved', { name: member.name }),
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      onConfirm={() => removing.mutate(undefined)}
      title={t('settings.memberRemoveTitle', { name: member.name })}
      action={t('settings.remove')}
      busy={removing.isPending}
    >
      <Stack gap="xs">
        <Text>{t('settings.memberRemoveText', { name: member.name })}</Text>
        <Text c="dimmed" size="sm">
          {t('settings.memberRemoveHint')}
        </Text>
      </Stack>
    </Confirm>
  );
}
