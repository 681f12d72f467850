import type { FinancePage } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { BarChart } from '../../ui/charts/BarChart';
import type { Filled } from '../../ui/charts/pattern';
import { showIndicator } from '../../ui/indicators';
import { ByEpic, ByMember } from './BreakdownTables';
import { earlyCostText } from './notes';

/** Where the money went: by sprint, epic and member. Shows earned value if cost is hidden. */
export function Costs({ project, page }: { project: string; page: FinancePage }) {
  const valued = page.finance.bac !== null || page.sees_rates; // otherwise there are no bars to draw
  return (
    <>
      {valued && <BySprint page={page} />}
      <ByEpic project={project} page={page} />
      {page.by_member !== null && <ByMember members={page.by_member} file={`members-${page.day}`} />}
    </>
  );
}

function BySprint({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const names = [...page.sprints.map((sprint) => sprint.title), ...(spentOutside(page) ? [t('finance.outside')] : [])];
  return (
    <BarChart
      title={t(page.sees_rates ? 'finance.costs' : 'finance.values')}
      summary={[sumUp(page, t, format), earlyCostText(page, t, format)].join(' ').trim()}
      names={names}
      longNames={names}
      across={t('finance.sprint')}
      up={t('finance.axisMoney')}
      series={barsOf(page, t)}
      number={format.money}
      currency={format.currency}
      file={`sprints-${page.day}`}
      height={280}
    />
  );
}

const spentOutside = ({ outside_cost }: FinancePage): boolean => outside_cost !== null && outside_cost > 0;

/** What each sprint earned and cost; the last group is spending outside sprints. */
function barsOf(page: FinancePage, t: Translate): Filled[] {
  const { sprints, outside_cost, sees_rates, finance } = page;
  const last = spentOutside(page) ? [null] : [];
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
    ...(spentOutside(page) ? [outside] : []),
  ];
}

function sumUp({ finance }: FinancePage, t: Translate, format: Format): string {
  const { ac, no_sprint_cost: loose, ac_total: total } = finance;
  if (ac === null || loose === null || total === null) {
    return t('finance.valuesText', {
      ev: showIndicator(format, 'ev', finance.ev),
      bac: showIndicator(format, 'bac', finance.bac),
    });
  }
  if (total === 0) return t('finance.costsEmpty');
  const told = { inside: format.money(ac), outside: format.money(loose) };
  if (loose === 0) return t('finance.costsNone', told);
  return t('finance.costsText', { ...told, share: format.percent(loose / total, 1) });
}
