import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useFrame } from '../../api/frame';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { Calendar } from './Calendar';
import { Exports } from './Exports';
import classes from './reports.module.css';
import { StatusReport } from './StatusReport';

export default function ReportsPage() {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project/reports' });
  const frame = useFrame(project);
  return (
    <Page title={t('reports.title')}>
      <PageHeader title={t('reports.title')} lead={t('reports.lead')} />
      <Stack gap="lg">
        {!frame.sees_rates && (
          <Text size="sm" c="dimmed">
            {t('reports.costHidden')}
          </Text>
        )}
        <StatusReport frame={frame} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" className={classes.parts}>
          <Exports frame={frame} />
          <Calendar key={project} project={project} />
        </SimpleGrid>
      </Stack>
    </Page>
  );
}
