import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlanNode } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Picker } from '../../ui/Picker';
import { type OpenDialog, useRoadmap } from './context';
import classes from './timeline.module.css';

/** Actions on a node; hidden from readers who cannot write. */
export function NodeMenu({ node }: { node: PlanNode }) {
  const t = useT();
  const { may } = useRoadmap();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!may.write) return null;
  return (
    <>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        className={classes.menu}
        aria-haspopup="dialog"
        aria-label={t('roadmap.menuOf', { title: node.title })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
      {anchor !== null && <Opened node={node} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

function Opened({ node, anchor, onClose }: { node: PlanNode; anchor: HTMLElement; onClose: () => void }) {
  const t = useT();
  const { may, ask } = useRoadmap();
  const acts: Record<string, { label: string; asked: OpenDialog; offered: boolean }> = {
    edit: { label: t('roadmap.edit'), asked: { kind: 'node', type: node.kind, node }, offered: true },
    add: {
      label: t('roadmap.addEpicHere'),
      asked: { kind: 'node', type: 'epic', parent: node.uuid },
      offered: node.kind === 'super_epic',
    },
    after: { label: t('roadmap.addLinkFrom'), asked: { kind: 'link', pred: node.uuid }, offered: may.manage },
    before: { label: t('roadmap.addLinkTo'), asked: { kind: 'link', succ: node.uuid }, offered: may.manage },
    delete: { label: t('roadmap.delete'), asked: { kind: 'delete', node }, offered: true },
  };
  const choices = Object.entries(acts).flatMap(([value, { label, offered }]) =>
    offered ? [{ value, label, danger: value === 'delete' }] : [],
  );
  return (
    <Picker
      anchor={anchor}
      title={t('roadmap.menuOf', { title: node.title })}
      choices={choices}
      onPick={(value) => acts[value] && ask(acts[value].asked)}
      onClose={onClose}
    />
  );
}
