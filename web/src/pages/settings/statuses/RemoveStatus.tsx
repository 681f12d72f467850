import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteStatus, statusesKey } from '../../../api/statuses';
import type { StatusList, UsedStatus } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { Confirm } from '../../../ui/Confirm';
import { Select } from '../../../ui/Select';
import { useChange } from '../parts/useChange';
import { Effect } from './Effect';

interface Props {
  project: string;
  status: UsedStatus;
  statuses: UsedStatus[];
  onClose: () => void;
}

/** Asks where the tickets go, explains the effect, and removes the status. */
export function RemoveStatus({ project, status, statuses, onClose }: Props) {
  const t = useT();
  const words = useWords();
  const others = statuses.filter(({ key }) => key !== status.key);
  const [to, setTo] = useState(
    () => (others.find(({ is_done }) => is_done === status.is_done) ?? others[0])?.key ?? '',
  );
  const name = words.status(status);
  const removing = useChange({
    project,
    list: statusesKey(project),
    run: (target: string) => deleteStatus(project, status.key, status.tickets > 0 ? target : null),
    show: (old: StatusList) => ({ statuses: old.statuses.filter(({ key }) => key !== status.key) }),
    said: () => t('settings.statusRemoved', { name }),
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      onConfirm={() => removing.mutate(to)}
      title={t('settings.statusRemoveTitle', { name })}
      action={t('settings.remove')}
      busy={removing.isPending}
    >
      <Stack gap="sm">
        <Text>{t('settings.statusRemoveText')}</Text>
        {status.tickets > 0 && (
          <>
            <Select
              label={t('settings.statusTo', { count: status.tickets })}
              data={others.map((other) => ({ value: other.key, label: words.status(other) }))}
              value={to}
              onChange={(value) => setTo(value ?? to)}
              allowDeselect={false}
              data-autofocus
              openOnFocus={false}
            />
            <Effect project={project} status={status.key} change={{ to }} />
          </>
        )}
      </Stack>
    </Confirm>
  );
}
