import { Button, Group, Text } from '@mantine/core';
import { useFrame } from '../../api/frame';
import type { NodePage } from '../../api/types.gen';
import { useT } from '../../i18n';
import { ParkedDraft } from '../../ui/ParkedDraft';
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
  const typing = useText(`${node.uuid}.description`, text, (description, outcome) =>
    save({ description }, { ...outcome, over: { description: node.description } }),
  );
  return (
    <section className={classes.box} aria-label={t('epics.description')}>
      <Group justify="space-between">
        <h2>{t('epics.description')}</h2>
        {may.write && typing.idle && (
          <Button size="compact-sm" variant="subtle" aria-label={t('epic.editDescription')} onClick={typing.open}>
            {t('common.edit')}
          </Button>
        )}
      </Group>
      {may.write && typing.parked && (
        <ParkedDraft label={t('epics.description')} onContinue={typing.open} onDiscard={typing.discard} />
      )}
      {may.write && typing.draft !== null ? (
        <Editor typing={typing} draft={typing.draft} text={text} />
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
