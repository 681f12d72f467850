import { Anchor, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../api/frame';
import type { FinancePage, Health } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { HealthDot } from '../../ui/HealthDot';
import { fields, type Indicator, useIndicators } from '../../ui/indicators';
import classes from './finance.module.css';
import { daysText, moneyOf, timeOf } from './summary';

/** The numbers in plain words; each number links to its explanation. */
export function FinanceSummary({
  project,
  page,
  asOf,
}: {
  project: string;
  page: FinancePage;
  asOf: string | undefined;
}) {
  const t = useT();
  const { may } = useFrame(project);
  const values = useFigures(project, page, asOf);
  const money = moneyOf(page);
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} radius="lg" aria-label={t('finance.story')}>
      <Text className={classes.story} data-testid="story">
        {t.rich(`finance.money_${money}`, values)}
      </Text>
      <Text mt={8} c="dimmed">
        {money !== 'nothing' && money !== 'unplanned' && <>{t.rich(`finance.time_${timeOf(page)}`, values)} </>}
        <Chance page={page} />
      </Text>
      <div className={classes.healths}>
        {page.sees_rates && <IndexHealth field="cpi" health={page.health.cpi} />}
        <IndexHealth field="spi" health={page.health.spi} />
        {page.finance.bac === null && may.manage && (
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to="/projects/$project/settings/$tab" params={{ project, tab: 'budget' }} />
            )}
          >
            {t('finance.setBudget')}
          </Anchor>
        )}
      </div>
    </Paper>
  );
}

function IndexHealth({ field, health }: { field: 'cpi' | 'spi'; health: Health | null }) {
  const named = useIndicators().of(field);
  return (
    <span className={classes.health}>
      <abbr title={named.name}>{named.label}</abbr>
      <HealthDot health={health} />
    </span>
  );
}

/** The values that a sentence may contain; overruns and savings have no sign. */
function useFigures(project: string, page: FinancePage, asOf: string | undefined): Record<string, ReactNode> {
  const t = useT();
  const format = useFormat();
  const { show } = useIndicators();
  const { finance, schedule } = page;
  const link = (field: Indicator) => {
    const value = finance[field];
    const told = field === 'vac' && value !== null ? Math.abs(value) : value;
    return (
      <Link
        key={field}
        className={classes.figure}
        to="/projects/$project/finance/$indicator"
        params={{ project, indicator: field }}
        search={{ as_of: asOf }}
      >
        {field === 'cpi' && value !== null ? format.perUnit(value) : show(field, told)}
      </Link>
    );
  };
  return {
    ...Object.fromEntries(fields.map((field) => [field, link(field)])),
    one: format.money(1),
    count: finance.earned_sp,
    days: schedule?.sv_t == null ? '' : daysText(t, schedule.sv_t, 1),
    end: schedule?.forecast_end ? format.date(schedule.forecast_end) : '',
    planned: schedule ? format.date(schedule.planned_end) : '',
  };
}

/** The forecast in words. */
function Chance({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { finish, state, too_far } = page.forecast;
  if (state !== 'forecast') return null;
  if (!finish?.p50 || !finish.p95) return t('forecast.tooFarShare', { share: format.percent(too_far, 1) });
  return t('finance.chance', { p50: format.date(finish.p50), p95: format.date(finish.p95) });
}
