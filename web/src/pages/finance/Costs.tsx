import { Alert } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { FinancePage } from '../../api/finance';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { BarChart } from '../../ui/charts/BarChart';
import type { Filled } from '../../ui/charts/pattern';
import { ByEpic, ByMember } from './Parts';

/** Costs shows where the money went: in sprints and outside of them, to epics, to members. */
export function Costs({ project, page }: { project: string; page: FinancePage }) {
  const t = useT();
  return (
    <>
      <BySprint page={page} />
      {!page.sees_rates && (
        <Alert icon={<IconEyeOff size={18} aria-hidden />} color="gray">
          {t('finance.hiddenCosts')}
        </Alert>
      )}
      <ByEpic project={project} page={page} />
      {page.by_member !== null && <ByMember members={page.by_member} file={`members-${page.day}`} />}
    </>
  );
}

function BySprint({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const names = [
    ...page.sprints.map((sprint) => sprint.title),
    ...(page.outside_cost > 0 ? [t('finance.outside')] : []),
  ];
  return (
    <BarChart
      title={t('finance.costs')}
      summary={sumUp(page, t, format)}
      names={names}
      longNames={names}
      across={t('finance.sprint')}
      up={t('finance.axisMoney')}
      series={barsOf(page, t)}
      number={format.money}
      file={`sprints-${page.day}`}
      height={280}
    />
  );
}

/** barsOf are what each sprint earned and cost; the last place is for what was spent outside of them. */
function barsOf({ sprints, outside_cost, sees_rates, finance }: FinancePage, t: Translate): Filled[] {
  const last = outside_cost > 0 ? [null] : [];
  const value: Filled = {
    key: 'value',
    label: t('finance.value'),
    values: [...sprints.map((sprint) => sprint.value), ...last],
    tone: 2,
    fill: 'plain',
  };
  const cost: Filled = {
    key: 'cost',
    label: t('finance.cost'),
    values: [...sprints.map((sprint) => sprint.cost), ...last],
    tone: 3,
    fill: 'stripes',
  };
  const outside: Filled = {
    key: 'outside',
    label: t('indicators.no_sprint_cost_name'),
    values: [...sprints.map(() => null), outside_cost],
    tone: 4,
    fill: 'dots',
  };
  return [
    ...(finance.bac === null ? [] : [value]),
    ...(sees_rates ? [cost] : []),
    ...(outside_cost > 0 ? [outside] : []),
  ];
}

function sumUp({ finance }: FinancePage, t: Translate, format: Format): string {
  if (finance.ac_total === 0) return t('finance.costsEmpty');
  const told = { inside: format.money(finance.ac), outside: format.money(finance.no_sprint_cost) };
  if (finance.no_sprint_cost === 0) return t('finance.costsNone', told);
  return t('finance.costsText', { ...told, share: format.percent(finance.no_sprint_cost / finance.ac_total, 1) });
}
