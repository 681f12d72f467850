import { Anchor, Button, Group, Stack } from '@mantine/core';
import { IconTrendingUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { financeQuery } from '../../api/finance';
import type { FinancePage } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { CostHidden } from '../../ui/CostHidden';
import { groupsFor, type IndicatorGroup } from '../../ui/indicators';
import { Page, PageHeader } from '../../ui/Page';
import { PageNav, PageSection } from '../../ui/PageNav';
import { ErrorState, Loading } from '../../ui/State';
import { Distribution } from '../forecast/Distribution';
import { EacNote } from '../forecast/EacNote';
import { AsOf } from './AsOf';
import { Commentary } from './Commentary';
import { Costs } from './Costs';
import { IndexChart, SCurveChart } from './Curves';
import { EstimateTable } from './EstimateTable';
import { FinanceSummary } from './FinanceSummary';
import { Identifier, NumberGroups } from './Numbers';
import { ReportedComparison } from './ReportedComparison';
import { ReserveBlock } from './ReserveBlock';
import { ScheduleBlock } from './ScheduleBlock';
import { type FinanceSection, sectionsOf } from './sections';
import { Warnings } from './Warnings';

/** Groups shown above the curve; the others follow below. */
const first: readonly IndicatorGroup[] = ['outlook', 'performance'];
const rest: readonly IndicatorGroup[] = ['value', 'points'];
const last: readonly IndicatorGroup[] = ['budget'];

export default function FinancePageOfProject() {
  const t = useT();
  const format = useFormat();
  const { project } = useParams({ from: '/app/projects/$project/finance' });
  const { as_of } = useSearch({ from: '/app/projects/$project/finance' });
  const page = useQuery(financeQuery(project, as_of));
  const { data } = page;
  return (
    <Page title={t('finance.title')}>
      <PageHeader
        title={t('finance.title')}
        lead={data && t(leadOf(data), { day: format.date(data.day) })}
        actions={
          <>
            <AsOf day={as_of} today={data?.today} />
            <Button
              variant="default"
              leftSection={<IconTrendingUp size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/projects/$project/forecast" params={{ project }} />}
            >
              {t('finance.toForecast')}
            </Button>
          </>
        }
      />
      {page.isPending && <Loading rows={4} height={160} />}
      {page.isError && data === undefined && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {data && <Money project={project} page={data} asOf={as_of} />}
    </Page>
  );
}

function leadOf({ past, day, today }: FinancePage) {
  if (past) return 'finance.asOfLead';
  return day > today ? 'finance.asOfFuture' : 'finance.todayLead';
}

function Money({ project, page, asOf }: { project: string; page: FinancePage; asOf: string | undefined }) {
  const t = useT();
  const { sees_rates: seesCost } = page;
  const edited = page.warnings.filter((warning) => warning.edited !== null);
  const others = page.warnings.filter((warning) => warning.edited === null);
  const numbers = { project, finance: page.finance, estimates: page.estimates, health: page.health, asOf, seesCost };
  const groups = (names: readonly IndicatorGroup[]) => groupsFor(seesCost).filter(({ group }) => names.includes(group));
  const sections = sectionsOf(page);
  const contents: Record<FinanceSection, ReactNode> = {
    summary: (
      <>
        <FinanceSummary project={project} page={page} asOf={asOf} />
        <Warnings project={project} warnings={edited} title={t('finance.edited')} />
        <Commentary key={page.day} project={project} page={page} />
      </>
    ),
    reliability: <Warnings project={project} warnings={others} whole />,
    outlook: (
      <>
        <NumberGroups {...numbers} groups={groups(first)} />
        <EstimateTable project={project} page={page} asOf={asOf} />
      </>
    ),
    reported: <ReportedComparison page={page} />,
    curve: <SCurveChart page={page} />,
    forecast: (
      <Distribution
        title={t('forecast.distribution')}
        forecast={page.forecast}
        file={`forecast-${page.day}`}
        note={<EacNote finance={page.finance} forecast={page.forecast} />}
      />
    ),
    schedule: <ScheduleBlock schedule={page.schedule} />,
    trend: <IndexChart page={page} />,
    costs: <Costs project={project} page={page} />,
    numbers: (
      <>
        <NumberGroups {...numbers} groups={groups(rest)} wide />
        <NumberGroups {...numbers} groups={groups(last)}>
          <ReserveBlock page={page} />
        </NumberGroups>
        <Group justify="space-between" gap="xs">
          <Identifier finance={page.finance} />
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/guide/$page" params={{ page: 'earned-value' }} />}
          >
            {t('finance.guide')}
          </Anchor>
        </Group>
      </>
    ),
  };
  return (
    <Stack gap="lg">
      {!seesCost && <CostHidden />}
      <PageNav sections={sections.map((id) => ({ id, title: t(`finance.section_${id}`) }))} />
      {sections.map((id) => (
        <PageSection key={id} id={id}>
          {contents[id]}
        </PageSection>
      ))}
    </Stack>
  );
}
