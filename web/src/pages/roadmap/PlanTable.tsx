import { ActionIcon, Button, Group, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconBolt, IconDownload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlanNode } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { useSaveTable } from '../../ui/charts/useSaveTable';
import { ProgressBar } from '../epics/ProgressBar';
import { StatusMark } from '../epics/StatusMark';
import { useRoadmap } from './context';
import { MilestoneTable } from './MilestoneTable';
import { NodeLink } from './NodeLink';
import { NodeMenu } from './NodeMenu';
import { isPending, share, treeOf } from './plan';
import classes from './timeline.module.css';

/** How many rows to render before the user asks for the rest. */
const initialCount = 200;

/** The whole roadmap as a table, including nodes without dates. */
export function PlanTable() {
  const t = useT();
  const { plan, may } = useRoadmap();
  const [all, setAll] = useState(false);
  const rows = treeOf(plan);
  const shown = all ? rows : rows.slice(0, initialCount);
  return (
    <>
      <section className={classes.tableFrame} aria-label={t('roadmap.tableTitle')}>
        <Table highlightOnHover verticalSpacing={6} className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('roadmap.cornerNames')}</Table.Th>
              <Table.Th scope="col">{t('epics.status')}</Table.Th>
              <Table.Th scope="col">{t('roadmap.progress')}</Table.Th>
              <Table.Th scope="col">{t('roadmap.plannedStart')}</Table.Th>
              <Table.Th scope="col">{t('roadmap.plannedFinish')}</Table.Th>
              <Table.Th scope="col">{t('roadmap.start')}</Table.Th>
              <Table.Th scope="col">{t('roadmap.end')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('roadmap.daysLeft')}
              </Table.Th>
              <Table.Th scope="col">{t('roadmap.preds')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('roadmap.slackDays')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('roadmap.freeSlackDays')}
              </Table.Th>
              <Table.Th scope="col">{t('roadmap.isCritical')}</Table.Th>
              {may.write && (
                <Table.Th scope="col">
                  <VisuallyHidden>{t('roadmap.actions')}</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ node, depth }) => (
              <PlanRow key={node.uuid} node={node} depth={depth} />
            ))}
          </Table.Tbody>
        </Table>
        {shown.length < rows.length && (
          <Button m="xs" variant="default" onClick={() => setAll(true)}>
            {t('epics.showAll', { count: rows.length })}
          </Button>
        )}
      </section>
      <Group justify="space-between" mt="xs" mb="lg">
        <Text size="sm" c="dimmed">
          {t('roadmap.tableText')}
        </Text>
        <Csv />
      </Group>
      <Title order={2} mb="xs">
        {t('roadmap.milestones')}
      </Title>
      <MilestoneTable />
    </>
  );
}

function PlanRow({ node, depth }: { node: PlanNode; depth: 0 | 1 }) {
  const t = useT();
  const format = useFormat();
  const { may, cycle } = useRoadmap();
  const days = (value: number | null) => (value === null ? none : format.number(value));
  const date = (day: string | null) => (day === null ? none : format.date(day));
  return (
    <Table.Tr
      className={node.kind === 'super_epic' ? classes.groupRow : undefined}
      data-uuid={node.uuid}
      data-cycle={cycle.has(node.uuid) || undefined}
    >
      <Table.Th scope="row" fw={node.kind === 'super_epic' ? 650 : 400} pl={depth === 1 ? 28 : undefined}>
        <NodeLink node={node} />
      </Table.Th>
      <Table.Td>
        <StatusMark status={node.status} />
      </Table.Td>
      <Table.Td>
        <ProgressBar value={share(node)} of={node.title} />
      </Table.Td>
      <Table.Td className={classes.date}>{date(node.planned_start)}</Table.Td>
      <Table.Td className={classes.date}>{date(node.planned_finish)}</Table.Td>
      <Table.Td className={classes.date}>{date(node.start)}</Table.Td>
      <Table.Td className={classes.date}>{date(node.finish)}</Table.Td>
      <Table.Td ta="right">{days(node.remaining_days)}</Table.Td>
      <Table.Td>
        <Predecessors node={node} />
      </Table.Td>
      <Table.Td ta="right">{days(node.total_slack)}</Table.Td>
      <Table.Td ta="right">{days(node.free_slack)}</Table.Td>
      <Table.Td>
        {node.critical ? (
          <span className={classes.criticalMark}>
            <IconBolt size={14} aria-hidden />
            {t('roadmap.yes')}
          </span>
        ) : (
          t('roadmap.no')
        )}
      </Table.Td>
      {may.write && (
        <Table.Td ta="right">
          <NodeMenu node={node} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Predecessors of a node, each removable. */
function Predecessors({ node }: { node: PlanNode }) {
  const t = useT();
  const { resolvedLinks, may, unlink } = useRoadmap();
  const found = resolvedLinks.filter(({ succ }) => succ.uuid === node.uuid);
  if (found.length === 0) return none;
  return (
    <ul className={classes.preds}>
      {found.map(({ link, pred, succ, pushes }) => (
        <li key={link.uuid}>
          {pred.title}
          {pushes > 0 && <span className={classes.pushMark}>{t('roadmap.plusDays', { count: pushes })}</span>}
          {may.manage && (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={t('roadmap.removeLinkOf', { pred: pred.title, succ: succ.title })}
              disabled={isPending(link)}
              onClick={() => unlink(link)}
            >
              <IconX size={12} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

function Csv() {
  const t = useT();
  const { plan, resolvedLinks } = useRoadmap();
  const saveTable = useSaveTable();
  const save = () => {
    const head = [
      'cornerNames',
      'superEpic',
      'progress',
      'plannedStart',
      'plannedFinish',
      'start',
      'end',
      'daysLeft',
      'preds',
      'slackDays',
      'freeSlackDays',
      'isCritical',
    ] as const;
    const rows = treeOf(plan).map(({ node }) => [
      node.title,
      plan.super_epics.find(({ uuid }) => uuid === node.parent_uuid)?.title ?? null,
      share(node),
      node.planned_start,
      node.planned_finish,
      node.start,
      node.finish,
      node.remaining_days,
      resolvedLinks
        .filter(({ succ }) => succ.uuid === node.uuid)
        .map(({ pred }) => pred.title)
        .join('; '),
      node.total_slack,
      node.free_slack,
      node.critical ? t('roadmap.yes') : t('roadmap.no'),
    ]);
    saveTable('roadmap', [head.map((name) => t(`roadmap.${name}`)), ...rows]);
  };
  return (
    <Button size="compact-sm" variant="subtle" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('charts.csv')}
    </Button>
  );
}
