import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { PlanNode } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { ProgressBar } from '../epics/ProgressBar';
import { StatusMark } from '../epics/StatusMark';
import { type OpenDialog, useRoadmap } from './context';
import { NodeLink } from './NodeLink';
import { isInterrupted, isPending, plannedOf, type Span, share } from './plan';
import classes from './timeline.module.css';
import { useSlackText } from './useSlackText';

/** Details of a node and its links. */
export function NodeCard({ node, onLeave }: { node: PlanNode; onLeave: () => void }) {
  const t = useT();
  const format = useFormat();
  const slackText = useSlackText();
  const { may, plan: roadmap } = useRoadmap();
  const plan = plannedOf(node);
  const span = ({ from, to }: Span) => t('roadmap.fromTo', { from: format.date(from), to: format.date(to) });
  const { start, finish } = node;
  return (
    <Stack gap="xs" className={classes.card}>
      <Text fw={650}>
        <NodeLink node={node} />
      </Text>
      <Group justify="space-between" gap="xs">
        <StatusMark status={node.status} />
        <ProgressBar value={share(node)} of={node.title} />
      </Group>
      <dl className={classes.facts}>
        <dt>{t('roadmap.plan')}</dt>
        <dd>{plan === null ? none : span(plan)}</dd>
        <dt>{t(node.state === 'done' ? 'roadmap.actual' : 'roadmap.forecast')}</dt>
        <dd>{start !== null && finish !== null ? span({ from: start, to: finish }) : t('roadmap.unknownWork')}</dd>
        {node.remaining_start !== null && isInterrupted(node, roadmap.today) && (
          <>
            <dt>{t('roadmap.restStarts')}</dt>
            <dd>{format.date(node.remaining_start)}</dd>
          </>
        )}
        {node.remaining_days !== null && node.state !== 'done' && (
          <>
            <dt>{t('roadmap.daysLeft')}</dt>
            <dd>{t('roadmap.days', { count: node.remaining_days })}</dd>
          </>
        )}
        <dt>{t('roadmap.slack')}</dt>
        <dd>{slackText(node)}</dd>
      </dl>
      <LinkedNodes node={node} side="pred" onLeave={onLeave} />
      <LinkedNodes node={node} side="succ" onLeave={onLeave} />
      {may.write && (
        <Group gap="xs">
          <Act asked={{ kind: 'node', type: node.kind, node }} onLeave={onLeave} text={t('roadmap.edit')} />
          {may.manage && (
            <Act asked={{ kind: 'link', pred: node.uuid }} onLeave={onLeave} text={t('roadmap.addLink')} />
          )}
          <Act asked={{ kind: 'delete', node }} onLeave={onLeave} text={t('roadmap.delete')} />
        </Group>
      )}
    </Stack>
  );
}

function Act({ asked, text, onLeave }: { asked: OpenDialog; text: string; onLeave: () => void }) {
  const { ask } = useRoadmap();
  const press = () => {
    onLeave();
    ask(asked);
  };
  return (
    <Button size="compact-sm" variant="default" onClick={press}>
      {text}
    </Button>
  );
}

/** Predecessors or successors of a node. */
function LinkedNodes({ node, side, onLeave }: { node: PlanNode; side: 'pred' | 'succ'; onLeave: () => void }) {
  const t = useT();
  const { resolvedLinks, may, unlink } = useRoadmap();
  const found = resolvedLinks.filter((joint) => (side === 'pred' ? joint.succ : joint.pred).uuid === node.uuid);
  if (found.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t(side === 'pred' ? 'roadmap.waitsFor' : 'roadmap.awaitedBy')}
      </Text>
      <ul className={classes.ends}>
        {found.map((joint) => (
          <li key={joint.link.uuid}>
            <span>
              {joint[side].title}
              {joint.pushes > 0 && <b> {t('roadmap.plusDays', { count: joint.pushes })}</b>}
            </span>
            {may.manage && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('roadmap.removeLinkOf', { pred: joint.pred.title, succ: joint.succ.title })}
                disabled={isPending(joint.link)}
                onClick={() => {
                  onLeave();
                  unlink(joint.link);
                }}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
