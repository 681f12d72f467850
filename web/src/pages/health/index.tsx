import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/admin';
import { useUser } from '../../api/session';
import { useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { ErrorState, Loading } from '../../ui/State';
import { BackupSection } from './BackupSection';
import { Facts } from './Facts';
import { Jobs } from './Jobs';
import { Verdict } from './Verdict';

export default function HealthPage() {
  return useUser().is_admin ? <Health /> : <Missing />;
}

function Health() {
  const t = useT();
  const health = useQuery(healthQuery);
  return (
    <Page title={t('health.title')}>
      <PageHeader title={t('health.title')} lead={t('health.lead')} />
      <Stack gap="lg">
        {health.isLoading && <Loading rows={3} height={120} />}
        {health.isError && <ErrorState error={health.error} onRetry={() => void health.refetch()} />}
        {health.data && !health.isError && (
          <>
            <Verdict health={health.data} />
            <Facts health={health.data} />
            <Jobs health={health.data} />
          </>
        )}
        <BackupSection />
      </Stack>
    </Page>
  );
}
