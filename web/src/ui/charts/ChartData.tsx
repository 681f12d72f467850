import { Table } from '@mantine/core';
import { none, useFormat, useT } from '../../i18n';
import classes from './charts.module.css';
import { DataDisclosure } from './DataDisclosure';
import type { ChartProps } from './series';

/** The table behind a chart, with a download. */
export function ChartData(props: ChartProps) {
  return <DataDisclosure name={props.file} file={() => rowsOf(props)} table={() => <DataTable {...props} />} />;
}

/** File rows: a header, then one row per point. */
export function rowsOf(props: Pick<ChartProps, 'across' | 'series' | 'longNames' | 'days'>) {
  const head = [props.across, ...props.series.map((series) => series.label)];
  return [
    head,
    ...props.longNames.map((name, index) => [
      props.days?.[index] ?? name,
      ...props.series.map((series) => series.values[index] ?? null),
    ]),
  ];
}

function DataTable(props: ChartProps) {
  const t = useT();
  const format = useFormat();
  const number = props.number ?? ((value: number) => format.number(value, 2));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be keyboard-focusable
    <section className={classes.table} tabIndex={0} aria-label={t('charts.tableOf', { title: props.title })}>
      <Table stickyHeader className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{props.across}</Table.Th>
            {props.series.map((series) => (
              <Table.Th key={series.key} scope="col" ta="right">
                {series.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.longNames.map((name, index) => (
            <Table.Tr key={props.days?.[index] ?? `${name}${index}`}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {props.series.map((series) => {
                const value = series.values[index] ?? null;
                return (
                  <Table.Td key={series.key} ta="right">
                    {value === null ? none : number(value)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
