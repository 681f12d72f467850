import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { PlanNode } from '../../api/types.gen';
import { useT } from '../../i18n';
import { StatusMark } from '../epics/StatusMark';
import { useRoadmap } from './context';
import { NodeLink } from './NodeLink';
import { NodeMenu } from './NodeMenu';
import { undatedOf } from './plan';
import classes from './timeline.module.css';

/** Nodes without dates, with the reason and how to schedule them. */
export function Undated() {
  const t = useT();
  const title = useId();
  const { plan } = useRoadmap();
  const nodes = undatedOf(plan);
  if (nodes.length === 0) return null;
  return (
    <section className={classes.undated} aria-labelledby={title}>
      <Title order={2} id={title}>
        {t('roadmap.undatedTitle', { count: nodes.length })}
      </Title>
      <Text size="sm" c="dimmed">
        {t('roadmap.undatedText')}
      </Text>
      <ul>
        {nodes.map((node) => (
          <UndatedRow key={node.uuid} node={node} />
        ))}
      </ul>
    </section>
  );
}

function UndatedRow({ node }: { node: PlanNode }) {
  const t = useT();
  const { project, nodes, cycle } = useRoadmap();
  const parent = node.parent_uuid === null ? undefined : nodes.get(node.parent_uuid);
  return (
    <li data-node={node.uuid} data-cycle={cycle.has(node.uuid) || undefined}>
      <div className={classes.undatedName}>
        <NodeLink node={node} />
        <Text size="sm" c="dimmed">
          {[parent?.title, useReason(node)].filter((text) => text !== undefined).join(' · ')}
        </Text>
      </div>
      <StatusMark status={node.status} />
      {node.kind === 'epic' && node.tickets > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('roadmap.planOf', { title: node.title })}
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/backlog" params={{ project }} search={{ epic: [node.uuid] }} />
          )}
        >
          {t('roadmap.planTickets')}
        </Button>
      )}
      <NodeMenu node={node} />
    </li>
  );
}

/** Why a node has no dates. */
function useReason(node: PlanNode): string {
  const t = useT();
  if (node.kind === 'super_epic') return t('roadmap.superEpicEmpty');
  if (node.tickets === 0) return t('roadmap.hasNoTickets');
  if (node.points > node.done_points) return t('roadmap.noPace', { count: node.tickets });
  return t('roadmap.notPlanned', { count: node.tickets });
}
