import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteType, saveType, typesKey } from '../../../api/ticketTypes';
import type { TypeList, UsedType } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { Select } from '../../../ui/Select';
import { NameDialog } from '../parts/NameDialog';
import { useChange } from '../parts/useChange';

export interface TypeTask {
  kind: 'rename' | 'delete';
  type: string;
}

interface Props {
  project: string;
  types: UsedType[];
  task: TypeTask;
  onClose: () => void;
}

export function TypeDialog(props: Props) {
  const type = props.types.find(({ uuid }) => uuid === props.task.type);
  if (type === undefined) return null;
  return props.task.kind === 'rename' ? <Rename {...props} type={type} /> : <Delete {...props} type={type} />;
}

function Rename({ project, type, onClose }: Props & { type: UsedType }) {
  const t = useT();
  const renaming = useChange({
    project,
    list: typesKey(project),
    run: (name: string) => saveType(type.uuid, { name }, type.version),
    said: (name) => t('settings.typeRenamed', { name }),
    onDone: onClose,
    onFailed: () => true,
  });
  return (
    <NameDialog
      title={t('settings.typeRenameTitle', { name: type.name })}
      label={t('settings.name')}
      value={type.name}
      busy={renaming.isPending}
      error={renaming.error}
      onSubmit={(name) => renaming.mutate(name)}
      onClose={onClose}
    />
  );
}

const none = 'none';

function Delete({ project, types, type, onClose }: Props & { type: UsedType }) {
  const t = useT();
  const others = types.filter(({ uuid }) => uuid !== type.uuid);
  const [to, setTo] = useState(() => (others.find(({ is_default }) => is_default) ?? others[0])?.uuid ?? none);
  const deleting = useChange({
    project,
    list: typesKey(project),
    run: (target: string) => deleteType(type.uuid, target === none ? null : target),
    show: (old: TypeList) => ({ types: old.types.filter(({ uuid }) => uuid !== type.uuid) }),
    said: () => t('settings.typeDeleted', { name: type.name }),
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(to)}
      title={t('settings.typeDeleteTitle', { name: type.name })}
      action={t('settings.remove')}
      busy={deleting.isPending}
    >
      <Stack gap="sm">
        {type.tickets > 0 && (
          <Select
            label={t('settings.typeTo', { count: type.tickets })}
            data={[
              ...others.map(({ uuid, name }) => ({ value: uuid, label: name })),
              { value: none, label: t('settings.typeNone') },
            ]}
            value={to}
            onChange={(value) => setTo(value ?? none)}
            allowDeselect={false}
          />
        )}
        <Text size="sm">{type.is_default ? t('settings.typeDeleteDefault') : t('settings.typeDeleteText')}</Text>
      </Stack>
    </Confirm>
  );
}
