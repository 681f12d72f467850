import { ActionIcon, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowMerge, IconDots, IconEdit, IconTrash } from '@tabler/icons-react';
import type { UsedTag } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import classes from '../parts/parts.module.css';
import type { TagTask } from './TagDialog';

/** Read-only without onTask. */
export function TagTable(props: { tags: UsedTag[]; onTask?: (task: TagTask) => void }) {
  const t = useT();
  const format = useFormat();
  const { onTask } = props;
  if (props.tags.length === 0) return <Text c="dimmed">{t('settings.tagNone')}</Text>;
  return (
    <Table verticalSpacing={6} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('settings.tagName')}</Table.Th>
          <Table.Th ta="end">{t('settings.tickets')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('settings.epics')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('settings.superEpics')}
          </Table.Th>
          {onTask && (
            <Table.Th>
              <VisuallyHidden>{t('settings.actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="figures">
        {props.tags.map((tag) => (
          <Table.Tr key={tag.uuid}>
            <Table.Td fw={500} className={classes.name}>
              {tag.name}
            </Table.Td>
            <Table.Td ta="end">{format.number(tag.tickets)}</Table.Td>
            <Table.Td ta="end" visibleFrom="sm">
              {format.number(tag.epics)}
            </Table.Td>
            <Table.Td ta="end" visibleFrom="sm">
              {format.number(tag.super_epics)}
            </Table.Td>
            {onTask && (
              <Table.Td w={48}>
                <Actions tag={tag} onTask={onTask} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Actions(props: { tag: UsedTag; onTask: (task: TagTask) => void }) {
  const t = useT();
  const { tag, onTask } = props;
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('settings.actionsOf', { name: tag.name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconEdit size={16} aria-hidden />}
            onClick={() => onTask({ kind: 'rename', tag: tag.uuid })}
          >
            {t('settings.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            onClick={() => onTask({ kind: 'merge', tag: tag.uuid })}
          >
            {t('settings.tagMerge')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onTask({ kind: 'delete', tag: tag.uuid })}
          >
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
