import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Indicator } from '../../api/finance';
import type { PortfolioRow } from '../../api/types.gen';
import { InCurrency, useT } from '../../i18n';
import { useIndicators } from '../../ui/indicators';
import { ScrollBox } from '../../ui/ScrollBox';
import classes from './portfolio.module.css';
import { Row } from './Row';
import type { Sorting, SortKey } from './search';
import { useIncrementalRows } from './useIncrementalRows';

interface Props {
  label: string;
  rows: readonly PortfolioRow[];
  columns: readonly Indicator[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

export function ProjectTable(props: Props) {
  const t = useT();
  const follow = useFollow();
  const { shown, end } = useIncrementalRows(props.rows.length);
  return (
    <ScrollBox className={classes.frame} label={t('charts.tableOf', { title: props.label })}>
      <table className={classes.table} aria-rowcount={props.rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <Heading {...props} field="name" />
            {props.columns.map((field) => (
              <Heading key={field} {...props} field={field} />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links handle keys; this only routes clicks on them */}
        <tbody onClick={follow}>
          {props.rows.slice(0, shown).map((row, n) => (
            <InCurrency key={row.uuid} currency={row.currency}>
              <Row row={row} columns={props.columns} index={n + 2} />
            </InCurrency>
          ))}
        </tbody>
      </table>
      <div ref={end} className={classes.end} />
    </ScrollBox>
  );
}

/** Routes clicks on plain links, because thousands of Link components would be slower. */
function useFollow() {
  const router = useRouter();
  return (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
}

function Heading(props: Pick<Props, 'sorting' | 'onSort'> & { field: SortKey }) {
  const t = useT();
  const { of } = useIndicators();
  const { field, sorting } = props;
  const on = sorting.key === field;
  const Sign = !on ? IconArrowsSort : sorting.down ? IconArrowDown : IconArrowUp;
  const { label, name } = field === 'name' ? { label: t('projects.name'), name: t('projects.name') } : of(field);
  return (
    <th scope="col" aria-sort={on ? (sorting.down ? 'descending' : 'ascending') : 'none'}>
      <button type="button" title={name} onClick={() => props.onSort({ key: field, down: on && !sorting.down })}>
        {label}
        <Sign size={14} aria-hidden className={on ? undefined : classes.idle} />
      </button>
    </th>
  );
}
