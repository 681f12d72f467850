import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconEdit, IconStar, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFrame } from '../../../api/frame';
import { createType, orderTypes, saveType, typesKey, typesQuery } from '../../../api/ticketTypes';
import type { TypeList, UsedType } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { SortList } from '../../../ui/SortList';
import { ErrorState, Loading } from '../../../ui/State';
import { AddName } from '../parts/AddName';
import { ReadOnly } from '../parts/ReadOnly';
import { useChange } from '../parts/useChange';
import { TypeDialog, type TypeTask } from './TypeDialog';

export function TypesTab({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  const types = useQuery(typesQuery(project));
  const adding = useChange({
    project,
    list: typesKey(project),
    run: (name: string) => createType(project, name),
    said: (name) => t('settings.typeAdded', { name }),
  });
  return (
    <>
      <ReadOnly frame={frame} act="manage" />
      <Section title={t('settings.tab_types')} text={t('settings.typesText')}>
        {types.isPending && <Loading rows={3} height={44} />}
        {types.isError && <ErrorState error={types.error} onRetry={() => void types.refetch()} />}
        {types.data && <List project={project} types={types.data.types} may={frame.may.manage} />}
        {frame.may.manage && (
          <AddName label={t('settings.typeNew')} busy={adding.isPending} onAdd={(name) => adding.mutate(name)} />
        )}
      </Section>
    </>
  );
}

function List(props: { project: string; types: UsedType[]; may: boolean }) {
  const t = useT();
  const { project, types, may } = props;
  const [task, setTask] = useState<TypeTask | null>(null);
  const list = typesKey(project);
  const ordering = useChange({
    project,
    list,
    run: (uuids: string[]) => orderTypes(project, uuids),
    show: (old: TypeList, uuids) => ({
      types: uuids.flatMap((uuid) => old.types.filter((type) => type.uuid === uuid)),
    }),
  });
  const preferring = useChange({
    project,
    list,
    run: (uuid: string) => saveType(uuid, { is_default: true }),
    show: (old: TypeList, uuid) => ({ types: old.types.map((type) => ({ ...type, is_default: type.uuid === uuid })) }),
  });
  return (
    <>
      <SortList
        label={t('settings.tab_types')}
        items={types.map((type) => ({
          id: type.uuid,
          name: type.name,
          content: (
            <Row
              type={type}
              last={types.length === 1}
              may={may}
              onTask={(kind) => setTask({ kind, type: type.uuid })}
              onPrefer={() => preferring.mutate(type.uuid)}
            />
          ),
        }))}
        onOrder={may ? (uuids) => ordering.mutate(uuids) : undefined}
      />
      {task !== null && <TypeDialog project={project} types={types} task={task} onClose={() => setTask(null)} />}
    </>
  );
}

interface RowProps {
  type: UsedType;
  last: boolean;
  may: boolean;
  onTask: (kind: TypeTask['kind']) => void;
  onPrefer: () => void;
}

function Row(props: RowProps) {
  const t = useT();
  const { type } = props;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text fw={500}>{type.name}</Text>
        {type.is_default && <Badge variant="light">{t('settings.typeDefault')}</Badge>}
        <Text size="sm" c="dimmed" className="figures">
          {t('settings.countTickets', { count: type.tickets })}
        </Text>
      </Group>
      {props.may && <Actions {...props} />}
    </Group>
  );
}

function Actions(props: RowProps) {
  const t = useT();
  const { type } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('settings.actionsOf', { name: type.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={() => props.onTask('rename')}>
          {t('settings.rename')}
        </Menu.Item>
        {!type.is_default && (
          <Menu.Item leftSection={<IconStar size={16} aria-hidden />} onClick={props.onPrefer}>
            {t('settings.typePrefer')}
          </Menu.Item>
        )}
        {!props.last && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => props.onTask('delete')}
          >
            {t('settings.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
