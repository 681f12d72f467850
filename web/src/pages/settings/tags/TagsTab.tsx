import { TextInput } from '@mantine/core';
import { IconSearch, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFrame } from '../../../api/frame';
import { createTag, tagsKey, tagsQuery } from '../../../api/tags';
import type { UsedTag } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { containsWords } from '../../../searchWords';
import { Section } from '../../../ui/Section';
import { EmptyState, ErrorState, Loading } from '../../../ui/State';
import { AddName } from '../parts/AddName';
import { ReadOnly } from '../parts/ReadOnly';
import { useChange } from '../parts/useChange';
import { TagDialog, type TagTask } from './TagDialog';
import { TagTable } from './TagTable';

export function TagsTab({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  const tags = useQuery(tagsQuery(project));
  const adding = useChange({
    project,
    list: tagsKey(project),
    run: (name: string) => createTag(project, name),
    said: (name) => t('settings.tagAdded', { name }),
  });
  return (
    <>
      <ReadOnly frame={frame} act="manage" />
      <Section title={t('settings.tab_tags')} text={t('settings.tagsText')}>
        {frame.may.manage && (
          <AddName label={t('settings.tagNew')} busy={adding.isPending} onAdd={(name) => adding.mutate(name)} />
        )}
        {tags.isPending && <Loading rows={5} height={40} />}
        {tags.isError && <ErrorState error={tags.error} onRetry={() => void tags.refetch()} />}
        {tags.data && <List project={project} tags={tags.data.tags} may={frame.may.manage} />}
      </Section>
    </>
  );
}

function List(props: { project: string; tags: UsedTag[]; may: boolean }) {
  const t = useT();
  const format = useFormat();
  const [wanted, setWanted] = useState('');
  const [task, setTask] = useState<TagTask | null>(null);
  if (props.tags.length === 0)
    return (
      <EmptyState
        icon={IconTags}
        title={t('settings.tagsEmpty')}
        text={props.may ? t('settings.tagsEmptyText') : undefined}
      />
    );
  const shown = props.tags
    .filter(({ name }) => containsWords(name, wanted))
    .sort((a, b) => format.compare(a.name, b.name));
  return (
    <>
      {props.tags.length > 8 && (
        <TextInput
          aria-label={t('settings.tagFind')}
          placeholder={t('settings.tagFind')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={280}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <TagTable tags={shown} onTask={props.may ? setTask : undefined} />
      {task !== null && (
        <TagDialog
          project={props.project}
          tags={props.tags}
          task={task}
          onTask={setTask}
          onClose={() => setTask(null)}
        />
      )}
    </>
  );
}
