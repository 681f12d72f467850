import { Table, Text } from '@mantine/core';
import type { WhatIf } from '../../api/types.gen';
import { daysBetween } from '../../days';
import { none, useFormat, useT } from '../../i18n';
import { useIndicators } from '../../ui/indicators';
import { ScrollBox } from '../../ui/ScrollBox';
import { Section } from '../../ui/Section';
import { changed, signed } from '../finance/compare';
import classes from './forecast.module.css';
import { type Cell, type Row, rowsOf } from './rows';

interface Props {
  answer: WhatIf;
  any: boolean;
  stale: boolean;
  seesCost: boolean;
}

export function Compare({ answer, any, stale, seesCost }: Props) {
  const t = useT();
  const label = t('charts.tableOf', { title: t('forecast.compare') });
  return (
    <Section title={t('forecast.compare')} text={any ? t('forecast.compareText') : t('forecast.noDifference')}>
      <ScrollBox className={classes.scroll} label={label} busy={stale}>
        <Table className={`figures ${classes.compared}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('forecast.number')}</Table.Th>
              <Table.Th scope="col">{t('forecast.now')}</Table.Th>
              <Table.Th scope="col">{t('forecast.would')}</Table.Th>
              <Table.Th scope="col">{t('forecast.difference')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rowsOf(answer.now, answer.then, seesCost).map((row) => (
              <Line key={row.key} row={row} answer={answer} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Section>
  );
}

function Line({ row, answer }: { row: Row; answer: WhatIf }) {
  const t = useT();
  const { of } = useIndicators();
  const show = useShow(row);
  const silent = row.now === null ? answer.now : row.would === null ? answer.then : null;
  const named = row.indicator === undefined ? null : of(row.indicator);
  const why = silent === null ? null : row.why(silent);
  return (
    <Table.Tr data-row={row.key} data-changed={differs(row) || undefined}>
      <Table.Th scope="row">
        {named?.label ?? (row.text && t(row.text, { share: row.share ?? '' }))} <small>{named?.name}</small>
        {why !== null && silent !== null && (
          <Text size="xs" c="dimmed">
            {t(why, { sprints: silent.forecast.sprints_used })}
          </Text>
        )}
      </Table.Th>
      <Table.Td>{show(row.now)}</Table.Td>
      <Table.Td>{show(row.would)}</Table.Td>
      <Table.Td>{useDifference(row, show)}</Table.Td>
    </Table.Tr>
  );
}

function differs({ now, would }: Row): boolean {
  if (typeof now === 'number' && typeof would === 'number') return changed(now, would);
  return now !== would;
}

function useShow(row: Row): (value: Cell) => string {
  const t = useT();
  const format = useFormat();
  const { show } = useIndicators();
  return (value) => {
    if (value === null) return none;
    if (typeof value === 'string') return format.date(value);
    if (row.indicator !== undefined) return show(row.indicator, value);
    if (row.kind === 'days') return t('forecast.days', { count: value });
    return row.kind === 'money' ? format.money(value) : format.number(value, 2);
  };
}

function useDifference(row: Row, show: (value: Cell) => string): string {
  const t = useT();
  const { now, would } = row;
  if (now === null || would === null || !differs(row)) return none;
  if (typeof now === 'string' || typeof would === 'string') {
    const days = daysBetween(String(now), String(would));
    return signed(days, (count) => t('forecast.days', { count }));
  }
  return signed(would - now, show);
}
