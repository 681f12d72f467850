import { Table, Text } from '@mantine/core';
import type { Finance, FinancePage } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { groupsFor, type Indicator, useIndicators } from '../../ui/indicators';
import { ScrollBox } from '../../ui/ScrollBox';
import { Section } from '../../ui/Section';
import { changed, signed } from './compare';
import classes from './finance.module.css';

/** Compares the figures stored on a past day with what is known about that day now. */
export function ReportedComparison({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { reported, finance } = page;
  const day = format.date(page.day);
  if (reported === null) {
    return <Section title={t('finance.restatedTitle')} text={t('finance.restatedText', { day })} />;
  }
  const title = t(reported.caught_up ? 'finance.lateTitle' : 'finance.reportedTitle');
  const fields = groupsFor(page.sees_rates).flatMap((group) => group.fields);
  const different = fields.filter((field) => changed(reported.finance[field], finance[field]));
  const moment = format.dateTime(reported.reported_at);
  return (
    <Section title={title} text={t(reported.caught_up ? 'finance.lateText' : 'finance.reportedText', { day })}>
      <Text size="sm">
        {different.length === 0
          ? t(reported.caught_up ? 'finance.lateSame' : 'finance.reportedSame')
          : t('finance.reportedChanged', { count: different.length, all: fields.length })}{' '}
        {t(reported.caught_up ? 'finance.caughtUp' : 'finance.reportedAt', { moment })}
      </Text>
      <Compared title={title} fields={fields} then={reported.finance} now={finance} late={reported.caught_up} />
    </Section>
  );
}

interface ComparedProps {
  title: string;
  fields: readonly Indicator[];
  then: Finance;
  now: Finance;
  late: boolean;
}

function Compared({ title, fields, then, now, late }: ComparedProps) {
  const t = useT();
  const label = t('charts.tableOf', { title });
  return (
    <ScrollBox className={classes.scroll} label={label}>
      <Table className={`figures ${classes.compared}`} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('finance.number')}</Table.Th>
            <Table.Th scope="col">{t(late ? 'finance.storedLate' : 'finance.reportedThen')}</Table.Th>
            <Table.Th scope="col">{t('finance.known')}</Table.Th>
            <Table.Th scope="col">{t('finance.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Compare key={field} field={field} then={then[field]} now={now[field]} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Compare({ field, then, now }: { field: Indicator; then: number | null; now: number | null }) {
  const { of, show } = useIndicators();
  const { label, name } = of(field);
  const differs = changed(then, now);
  const difference = then === null || now === null ? null : now - then;
  return (
    <Table.Tr data-changed={differs || undefined}>
      <Table.Th scope="row">
        {label} <small>{name}</small>
      </Table.Th>
      <Table.Td data-then={field}>{show(field, then)}</Table.Td>
      <Table.Td data-now={field}>{show(field, now)}</Table.Td>
      <Table.Td>{difference === null || !differs ? none : signed(difference, (value) => show(field, value))}</Table.Td>
    </Table.Tr>
  );
}
