import { Badge, Group } from '@mantine/core';
import { statusesOf } from '../../api/epics';
import { useFrame } from '../../api/frame';
import type { EpicStatus, NodePage } from '../../api/types.gen';
import { mergedChoice } from '../../changedFields';
import { useT } from '../../i18n';
import { MultiSelect, Select } from '../../ui/Select';
import { StatusMark } from '../epics/StatusMark';
import { useStatusWord } from '../epics/useStatusWord';
import { useSaveNode } from './useSaveNode';

/** Status and tags, editable in place. */
export function Labels({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const word = useStatusWord();
  const save = useSaveNode(project, node);
  const { may, tags } = useFrame(project);
  if (!may.write) {
    return (
      <Group gap="md" mb="md">
        <StatusMark status={node.status} />
        {tags
          .filter(({ uuid }) => node.tags.includes(uuid))
          .map(({ uuid, name }) => (
            <Badge key={uuid} variant="light" color="gray">
              {name}
            </Badge>
          ))}
      </Group>
    );
  }
  return (
    <Group gap="md" mb="md" align="flex-end">
      <Select
        w={180}
        label={t('epics.status')}
        allowDeselect={false}
        data={statusesOf(node.kind).map((value) => ({ value, label: word(value) }))}
        value={node.status}
        onChange={(status) => status !== null && status !== node.status && save({ status: status as EpicStatus })}
      />
      {tags.length > 0 && (
        <MultiSelect
          flex="0 1 26rem"
          miw={180}
          label={t('epics.tags')}
          searchable
          placeholder={node.tags.length === 0 ? t('epic.noTags') : undefined}
          data={tags.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={node.tags.filter((uuid) => tags.some((tag) => tag.uuid === uuid))}
          onChange={(chosen) =>
            save({ tags: chosen }, { edit: (now) => ({ tags: mergedChoice(now.tags, node.tags, chosen) }) })
          }
        />
      )}
    </Group>
  );
}
