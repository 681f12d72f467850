import { Button, Group, Text } from '@mantine/core';
import { IconCalendarWeek, IconDownload, IconSum } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useSession, useUser } from '../../api/session';
import { totalsQuery, weekQuery } from '../../api/time';
import type { TimeTotals, Week } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useSaveTable } from '../../ui/charts/useSaveTable';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { RangeControls } from './RangeControls';
import { TotalsTable } from './TotalsTable';
import { matrixOf, rangeOf, rowsOfFile } from './totals';

export default function TotalsPage() {
  const t = useT();
  const { today } = useSession();
  const search = useSearch({ from: '/app/time/totals' });
  const month = rangeOf('thisMonth', today);
  const { from = month.from, to = month.to, project } = search;
  const week = useQuery(weekQuery()).data;
  const totals = useQuery({
    ...totalsQuery(from, to, project),
    enabled: from <= to,
    placeholderData: keepPreviousData,
  });
  const manages = week?.projects.some((one) => one.manage) ?? true;
  const back = (
    <Button
      variant="default"
      leftSection={<IconCalendarWeek size={16} aria-hidden />}
      renderRoot={(props: object) => <Link to="/time" {...props} />}
    >
      {t('totals.toWeek')}
    </Button>
  );
  return (
    <Page title={t('totals.title')}>
      <PageHeader title={t('totals.title')} lead={t(manages ? 'totals.lead' : 'totals.leadOwn')} actions={back} />
      <RangeControls from={from} to={to} today={today} project={project} projects={week?.projects ?? []} />
      {totals.isPending && from <= to && <Loading rows={5} height={44} />}
      {totals.isError && <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />}
      {totals.data !== undefined && !totals.isError && from <= to && (
        <Result totals={totals.data} week={week} day={to < today ? to : today} />
      )}
    </Page>
  );
}

function Result({ totals, week, day }: { totals: TimeTotals; week: Week | undefined; day: string }) {
  const t = useT();
  const format = useFormat();
  const { id } = useUser();
  const saveTable = useSaveTable();
  const matrix = matrixOf(totals, format.compare);
  if (matrix.lines.length === 0)
    return <EmptyState icon={IconSum} title={t('totals.emptyTitle')} text={t('totals.emptyText')} />;
  const save = () => {
    const words = {
      person: t('totals.person'),
      total: t('totals.total'),
      days: t('totals.days'),
      hours: t('totals.hours'),
    };
    saveTable(`${t('totals.file')}-${totals.from}-${totals.to}`, rowsOfFile(matrix, words));
  };
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text fw={600} className="figures">
          {t('totals.sum', { duration: format.minutes(matrix.total), count: matrix.lines.length })}
        </Text>
        <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {t('totals.csv')}
        </Button>
      </Group>
      <TotalsTable matrix={matrix} people={new Set(week?.people.map((one) => one.user_id))} me={id} day={day} />
    </>
  );
}
