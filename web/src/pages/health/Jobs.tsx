import { Badge, Table, Text } from '@mantine/core';
import type { InstanceHealth } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';

type Job = InstanceHealth['jobs'][number];

/** Background jobs: when they last ran on this node. */
export function Jobs({ health }: { health: InstanceHealth }) {
  const t = useT();
  return (
    <Section title={t('health.jobs')} text={t('health.jobsText')}>
      <Table.ScrollContainer minWidth={260}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('health.job')}</Table.Th>
              <Table.Th>{t('health.lastRun')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {health.jobs.map((job) => (
              <Row key={job.name} job={job} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Row({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {t(`health.job_${job.name}`)}
        <Text size="xs" c="dimmed" fw={400}>
          {t(`health.job_${job.name}_text`)}
        </Text>
      </Table.Th>
      <Table.Td>
        {job.last_run === null ? t('health.notYet') : format.relative(job.last_run)}{' '}
        {job.failed && (
          <Badge variant="light" color="red">
            {t('health.failed')}
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
