import { Badge, Code, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../api/admin';
import { useUser } from '../../api/session';
import type { Plans } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';
import { LegacyAccess } from './LegacyAccess';

/** Which plans include the API, since when, and how many users are on each. */
export default function PlansPage() {
  return useUser().is_admin ? <Grid /> : <Missing />;
}

function Grid() {
  const t = useT();
  const plans = useQuery(plansQuery);
  return (
    <Page title={t('plans.title')}>
      <PageHeader title={t('plans.title')} lead={t('plans.lead')} />
      {plans.isLoading && <Loading rows={3} height={120} />}
      {plans.isError && <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data && (
        <Stack gap="lg">
          <Rows plans={plans.data} />
          <Limits plans={plans.data} />
          <LegacyAccess plans={plans.data} />
        </Stack>
      )}
    </Page>
  );
}

function Rows({ plans }: { plans: Plans }) {
  const t = useT();
  const format = useFormat();
  const plan = t(`users.plan_${plans.grid.api_from}`);
  const date = format.date(plans.grid.since);
  return (
    <Section title={t('plans.grid')} text={t('plans.rule', { plan, date })}>
      <Table.ScrollContainer minWidth={320}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('users.plan')}</Table.Th>
              <Table.Th>{t('users.api')}</Table.Th>
              <Table.Th ta="right">{t('plans.people')}</Table.Th>
              <Table.Th ta="right">{t('plans.inactive')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plans.plans.map((row) => (
              <Table.Tr key={row.plan}>
                <Table.Th scope="row">{t(`users.plan_${row.plan}`)}</Table.Th>
                <Table.Td>
                  <Badge variant="light" color={row.api ? 'green' : 'gray'}>
                    {row.api ? t('plans.yes') : t('plans.no')}
                  </Badge>
                </Table.Td>
                <Table.Td ta="right" className="figures">
                  {format.number(row.users)}
                </Table.Td>
                <Table.Td ta="right" className="figures">
                  {format.number(row.inactive)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {t.rich('plans.how', {
          plan: <Flag key="plan" of="api-plan" />,
          date: <Flag key="date" of="plan-grid-date" />,
        })}
      </Text>
    </Section>
  );
}

function Limits({ plans }: { plans: Plans }) {
  const t = useT();
  return (
    <Section title={t('plans.limits')} text={t('plans.limitsText', { ...plans.limits })}>
      <Text size="sm" c="dimmed">
        {t.rich('plans.limitsHow', {
          hour: <Flag key="hour" of="quota-hour" />,
          month: <Flag key="month" of="quota-month" />,
        })}
      </Text>
    </Section>
  );
}

/** A flag of `earnest serve`. */
const Flag = (props: { of: string }) => <Code>{`--${props.of}`}</Code>;
