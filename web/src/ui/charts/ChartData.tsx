import { Button, Collapse, Group, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { none, useFormat, useT } from '../../i18n';
import classes from './charts.module.css';
import type { ChartProps } from './series';
import { useSaveTable } from './useSaveTable';

/** The table behind a chart, with a download. */
export function ChartData(props: ChartProps) {
  const t = useT();
  const [opened, { toggle }] = useDisclosure(false);
  const save = useSaveTable();
  return (
    <>
      <Group gap="xs" mt="xs" className={classes.actions}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconTable size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {opened ? t('charts.hideTable') : t('charts.showTable')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save(props.file, rowsOf(props))}
        >
          {t('charts.csv')}
        </Button>
      </Group>
      <Collapse expanded={opened}>{opened && <DataTable {...props} />}</Collapse>
    </>
  );
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
