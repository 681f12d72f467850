import { memo } from 'react';
import type { Indicator } from '../../api/finance';
import type { PortfolioRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Sparkline } from '../../ui/charts/Sparkline';
import { HealthDot } from '../../ui/HealthDot';
import { useIndicators } from '../../ui/indicators';
import classes from './portfolio.module.css';

/** The name links to the project's finance, each figure to its explanation. */
export const Row = memo(function Row(props: { row: PortfolioRow; columns: readonly Indicator[]; index: number }) {
  const t = useT();
  const { row } = props;
  const manages = row.role === 'owner' || row.role === 'admin';
  return (
    <tr aria-rowindex={props.index}>
      <th scope="row">
        <span className={classes.dot} style={{ background: row.color }} aria-hidden="true" />
        <a href={`/projects/${row.uuid}/finance`}>{row.name}</a>
        {!row.has_budget && manages && (
          <a className={classes.aside} href={`/projects/${row.uuid}/settings/budget`}>
            {t('portfolio.setBudget')}
          </a>
        )}
      </th>
      {props.columns.map((field) => (
        <Cell key={field} row={row} field={field} />
      ))}
    </tr>
  );
});

function Cell({ row, field }: { row: PortfolioRow; field: Indicator }) {
  const { show } = useIndicators();
  const value = row.finance[field];
  const figure = (
    // Keyboard users reach the same figures through the project's name.
    <a tabIndex={-1} href={`/projects/${row.uuid}/finance/${field}`} data-field={field}>
      {show(field, value)}
    </a>
  );
  if (field !== 'cpi' && field !== 'spi') return <td>{figure}</td>;
  return (
    <td>
      <span className={classes.index}>
        <Course row={row} field={field} />
        <HealthDot health={row.health[field]} quiet />
        {figure}
      </span>
    </td>
  );
}

function Course({ row, field }: { row: PortfolioRow; field: 'cpi' | 'spi' }) {
  const t = useT();
  const format = useFormat();
  const values = row.spark[field];
  const [first, last] = [values.find((value) => value !== null), values.findLast((value) => value !== null)];
  const label =
    first == null || last == null
      ? t('portfolio.sparkNone')
      : t('portfolio.spark', { from: format.ratio(first), to: format.ratio(last) });
  return <Sparkline values={values} plan={1} least={0.2} label={label} />;
}
