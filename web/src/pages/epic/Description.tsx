import { Button, Group, Text } from '@mantine/core';
import { useFrame } from '../../api/frame';
import type { NodePage } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Editor } from '../ticket/Description';
import { Markdown } from '../ticket/markdown/Markdown';
import { useText } from '../ticket/useText';
import classes from './node.module.css';
import { useSaveNode } from './useSaveNode';

/** Unsaved text is kept in this tab. */
export function Description({ project, node }: { project: string; node: NodePage }) {
  const t = useT();
  const { may } = useFrame(project);
  const save = useSaveNode(project, node);
  const text = node.description ?? '';
  const { draft, ...typing } = useText(`${node.uuid}.description`, text, (description, outcome) =>
    save({ description }, { ...outcome, over: { description: node.description } }),
  );
  return (
    <section className={classes.box} aria-label={t('epics.description')}>
      <Group justify="space-between">
        <h2>{t('epics.description')}</h2>
        {may.write && typing.idle && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('epic.editDescription')}
            onClick={() => typing.type(text)}
          >
            {t('common.edit')}
          </Button>
        )}
      </Group>
      {may.write && draft !== null ? (
        <Editor
          draft={draft}
          theirs={typing.clash ? text : undefined}
          onDraft={typing.type}
          onKeep={typing.keep}
          onCancel={typing.cancel}
        />
      ) : text !== '' ? (
        <Markdown text={text} />
      ) : (
        <Text c="dimmed" size="sm">
          {t('epic.noDescription')}
        </Text>
      )}
    </section>
  );
}
