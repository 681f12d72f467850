import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currenciesQuery } from '../../api/currencies';
import { useUser } from '../../api/session';
import { useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { ErrorState, Loading } from '../../ui/State';
import { DefaultCurrency } from './DefaultCurrency';
import { ExchangeRates } from './ExchangeRates';

/** The currency of new projects, and exchange rates for portfolios. */
export default function CurrenciesPage() {
  return useUser().is_admin ? <Settings /> : <Missing />;
}

function Settings() {
  const t = useT();
  const { data, isLoading, isError, error, refetch } = useQuery(currenciesQuery);
  return (
    <Page title={t('currencies.title')}>
      <PageHeader title={t('currencies.title')} lead={t('currencies.lead')} />
      {isLoading && <Loading rows={2} height={160} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Stack gap="lg">
          <DefaultCurrency currency={data.currency} />
          <ExchangeRates held={data} />
        </Stack>
      )}
    </Page>
  );
}
