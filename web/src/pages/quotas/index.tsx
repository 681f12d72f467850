import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quotasQuery, type Span } from '../../api/admin';
import { useUser } from '../../api/session';
import type { Quotas } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';
import { Addresses } from './Addresses';
import { FinanceKeys } from './FinanceKeys';
import { KeyTable } from './KeyTable';
import { SignIns } from './SignIns';

/** Who uses the API most, and who is throttled. */
export default function QuotasPage() {
  return useUser().is_admin ? <Use /> : <Missing />;
}

function Use() {
  const t = useT();
  const [by, setBy] = useState<Span>('hour');
  const quotas = useQuery(quotasQuery(by));
  const choice = (
    <SegmentedControl
      aria-label={t('quotas.by')}
      value={by}
      onChange={(value) => setBy(value as Span)}
      data={[
        { value: 'hour', label: t('quotas.byHour') },
        { value: 'month', label: t('quotas.byMonth') },
      ]}
    />
  );
  return (
    <Page title={t('quotas.title')}>
      <PageHeader title={t('quotas.title')} lead={t('quotas.lead')} actions={choice} />
      {quotas.isLoading && <Loading rows={3} height={140} />}
      {quotas.isError && <ErrorState error={quotas.error} onRetry={() => void quotas.refetch()} />}
      {quotas.data && <Found quotas={quotas.data} />}
      <FinanceKeys />
    </Page>
  );
}

function Found({ quotas }: { quotas: Quotas }) {
  const t = useT();
  return (
    <Stack gap="lg">
      <Section title={t('quotas.keys')} text={t('quotas.keysText', { ...quotas.limits })}>
        {quotas.keys.length === 0 ? <Nothing text={t('quotas.keysNone')} /> : <KeyTable keys={quotas.keys} />}
      </Section>
      <Section title={t('quotas.addresses')} text={t('quotas.addressesText')}>
        {quotas.addresses.length === 0 ? (
          <Nothing text={t('quotas.addressesNone')} />
        ) : (
          <Addresses addresses={quotas.addresses} />
        )}
      </Section>
      <Section title={t('quotas.signIns')} text={t('quotas.signInsText')}>
        {quotas.sign_ins.length === 0 ? (
          <Nothing text={t('quotas.signInsNone')} />
        ) : (
          <SignIns tries={quotas.sign_ins} />
        )}
        {quotas.locked_accounts > 0 && (
          <Text size="sm" c="dimmed">
            {t('quotas.lockedAccounts', { count: quotas.locked_accounts })}
          </Text>
        )}
      </Section>
    </Stack>
  );
}

const Nothing = (props: { text: string }) => <Text size="sm">{props.text}</Text>;
