import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useT } from '../../i18n';
import { Page, PageHeader } from '../../ui/Page';
import { Cumulative } from './Cumulative';
import { CycleTime } from './CycleTime';
import { Velocity } from './Velocity';

export default function FlowPage() {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project/flow' });
  return (
    <Page title={t('flow.title')}>
      <PageHeader title={t('flow.title')} lead={t('flow.lead')} />
      <Stack gap="lg">
        <Velocity project={project} />
        <Cumulative project={project} />
        <CycleTime project={project} />
      </Stack>
    </Page>
  );
}
