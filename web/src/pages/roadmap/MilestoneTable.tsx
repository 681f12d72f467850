import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useFormat, useT } from '../../i18n';
import { useRoadmap } from './context';
import classes from './timeline.module.css';

export function MilestoneTable() {
  const t = useT();
  const format = useFormat();
  const { plan, may, ask } = useRoadmap();
  if (plan.milestones.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        {t('roadmap.noMilestones')}
      </Text>
    );
  }
  return (
    <section className={classes.tableFrame} aria-label={t('roadmap.milestones')}>
      <Table verticalSpacing={6} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('roadmap.milestoneName')}</Table.Th>
            <Table.Th scope="col">{t('roadmap.milestoneDate')}</Table.Th>
            {may.manage && (
              <Table.Th scope="col">
                <VisuallyHidden>{t('roadmap.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plan.milestones.map((milestone) => (
            <Table.Tr key={milestone.uuid}>
              <Table.Th scope="row" fw={400}>
                <span className={classes.still} style={{ '--colour': milestone.color } as CSSProperties}>
                  <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
                    <path d="M7 0.5L13.5 7L7 13.5L0.5 7Z" />
                  </svg>
                  {milestone.name}
                </span>
              </Table.Th>
              <Table.Td>{format.date(milestone.date)}</Table.Td>
              {may.manage && (
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('roadmap.editMilestoneOf', { name: milestone.name })}
                    onClick={() => ask({ kind: 'milestone', milestone })}
                  >
                    {t('common.edit')}
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
