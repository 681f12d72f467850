import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteTag, mergeTag, renameTag, tagsKey } from '../../../api/tags';
import type { TagList, UsedTag } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { Select } from '../../../ui/Select';
import { NameDialog } from '../parts/NameDialog';
import { useChange } from '../parts/useChange';
import { sameTag, useTagUsage } from './usage';

export interface TagTask {
  kind: 'rename' | 'merge' | 'delete';
  tag: string;
  /** The tag to merge into, if already known. */
  into?: string;
}

interface Props {
  project: string;
  tags: UsedTag[];
  task: TagTask;
  onTask: (task: TagTask) => void;
  onClose: () => void;
}

/** Renames, merges or deletes a tag, explaining the effect first. */
export function TagDialog(props: Props) {
  const tag = props.tags.find(({ uuid }) => uuid === props.task.tag);
  if (tag === undefined) return null;
  switch (props.task.kind) {
    case 'rename':
      return <Rename {...props} tag={tag} />;
    case 'merge':
      return <Merge {...props} tag={tag} />;
    case 'delete':
      return <Delete {...props} tag={tag} />;
  }
}

interface One extends Props {
  tag: UsedTag;
}

function Rename({ project, tags, tag, onTask, onClose }: One) {
  const t = useT();
  const renaming = useChange({
    project,
    list: tagsKey(project),
    run: (name: string) => renameTag(tag, name),
    said: (name) => t('settings.tagRenamed', { name }),
    onDone: onClose,
    onFailed: () => true,
  });
  return (
    <NameDialog
      title={t('settings.tagRenameTitle', { name: tag.name })}
      label={t('settings.tagName')}
      value={tag.name}
      busy={renaming.isPending}
      error={renaming.error}
      onSubmit={(name) => renaming.mutate(name)}
      onClose={onClose}
    >
      {(typed) => {
        const twin = tags.find((other) => other.uuid !== tag.uuid && sameTag(other.name, typed));
        if (twin === undefined) return <Text size="sm">{t('settings.tagRenameText')}</Text>;
        return (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('settings.tagTaken', { name: twin.name })}</Text>
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => onTask({ kind: 'merge', tag: tag.uuid, into: twin.uuid })}
            >
              {t('settings.tagMergeInto', { name: twin.name })}
            </Button>
          </Stack>
        );
      }}
    </NameDialog>
  );
}

function Merge({ project, tags, tag, task, onClose }: One) {
  const t = useT();
  const format = useFormat();
  const use = useTagUsage();
  const [into, setInto] = useState<string | null>(task.into ?? null);
  const others = tags.filter(({ uuid }) => uuid !== tag.uuid).sort((a, b) => format.compare(a.name, b.name));
  const target = others.find(({ uuid }) => uuid === into);
  const merging = useChange({
    project,
    list: tagsKey(project),
    run: (to: string) => mergeTag(tag.uuid, to),
    show: (old: TagList) => ({ tags: old.tags.filter(({ uuid }) => uuid !== tag.uuid) }),
    said: () => t('settings.tagMerged', { name: tag.name, into: target?.name ?? '' }),
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      onConfirm={() => into !== null && merging.mutate(into)}
      title={t('settings.tagMergeTitle', { name: tag.name })}
      action={t('settings.tagMerge')}
      busy={merging.isPending}
    >
      <Stack gap="sm">
        <Select
          label={t('settings.tagInto')}
          data={others.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={into}
          onChange={setInto}
          searchable
          allowDeselect={false}
          data-autofocus
          openOnFocus={false}
        />
        <Text size="sm">
          {t('settings.tagMergeText', { use: use(tag), name: tag.name, into: target?.name ?? t('settings.tagOther') })}
        </Text>
      </Stack>
    </Confirm>
  );
}

function Delete({ project, tag, onClose }: One) {
  const t = useT();
  const use = useTagUsage();
  const deleting = useChange({
    project,
    list: tagsKey(project),
    run: (_: undefined) => deleteTag(tag.uuid),
    show: (old: TagList) => ({ tags: old.tags.filter(({ uuid }) => uuid !== tag.uuid) }),
    said: () => t('settings.tagDeleted', { name: tag.name }),
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(undefined)}
      title={t('settings.tagDeleteTitle', { name: tag.name })}
      action={t('common.delete')}
      busy={deleting.isPending}
    >
      {t('settings.tagDeleteText', { use: use(tag) })}
    </Confirm>
  );
}
