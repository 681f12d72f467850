import { ActionIcon, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconEdit, IconTrash } from '@tabler/icons-react';
import type { UsedStatus } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { StatusBadge } from '../../../ui/StatusBadge';
import { Contrast } from './Contrast';
import classes from './statuses.module.css';

interface Props {
  status: UsedStatus;
  may: boolean;
  onTask: (kind: 'edit' | 'remove') => void;
}

export function StatusRow({ status, may, onTask }: Props) {
  const t = useT();
  const format = useFormat();
  const name = useWords().status(status);
  return (
    <div className={classes.row}>
      <Group gap="xs" className={classes.name}>
        <StatusBadge status={status} />
        {status.is_done && (
          <span className={classes.done}>
            <IconCircleCheck size={16} aria-hidden />
            {t('settings.statusDone')}
          </span>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="figures">
        {t('settings.statusUse', {
          tickets: t('settings.countTickets', { count: status.tickets }),
          points: format.points(status.points),
        })}
      </Text>
      <Contrast color={status.color} ground={status.bg_color} quiet />
      {may && (
        <Group gap={2} wrap="nowrap" className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('settings.editOf', { name })}
            onClick={() => onTask('edit')}
          >
            <IconEdit size={18} aria-hidden />
          </ActionIcon>
          {status.is_default ? (
            <span className={classes.gap} />
          ) : (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('settings.removeOf', { name })}
              onClick={() => onTask('remove')}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      )}
    </div>
  );
}
