import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { ScrollBox } from '../ScrollBox';
import classes from './charts.module.css';
import type { FileCell } from './csv';
import { DataDisclosure } from './DataDisclosure';

interface DataColumn {
  key: string;
  label: string;
  right?: boolean;
}

interface DataRow {
  key: string;
  shown: readonly ReactNode[];
}

export interface RowsDataProps {
  title: string;
  columns: readonly DataColumn[];
  /** Whether the first cell of a row is its heading. */
  headed?: boolean;
  /** Computed only when the table is opened. */
  rows: () => readonly DataRow[];
  /** Prefix of the file name, and the file's rows including the header. */
  name: string;
  file: () => readonly (readonly FileCell[])[];
}

/** The table behind a chart whose points have several values, with a download. */
export function RowsData(props: RowsDataProps) {
  return <DataDisclosure name={props.name} file={props.file} table={() => <Rows {...props} />} />;
}

function Rows(props: RowsDataProps) {
  const t = useT();
  const side = (n: number) => (props.columns[n]?.right ? 'right' : 'left');
  return (
    <ScrollBox className={classes.table} label={t('charts.tableOf', { title: props.title })}>
      <Table stickyHeader className="figures">
        <Table.Thead>
          <Table.Tr>
            {props.columns.map((column, n) => (
              <Table.Th key={column.key} scope="col" ta={side(n)}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.rows().map((row) => (
            <Table.Tr key={row.key}>
              {row.shown.map((cell, n) =>
                props.headed && n === 0 ? (
                  <Table.Th key="head" scope="row" fw={400}>
                    {cell}
                  </Table.Th>
                ) : (
                  <Table.Td key={props.columns[n]?.key} ta={side(n)}>
                    {cell}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
