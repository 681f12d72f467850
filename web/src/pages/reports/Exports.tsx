import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type FinanceTable, type SheetKind, sheetAddress } from '../../api/reports';
import type { Frame } from '../../api/types.gen';
import { useFormat, useLanguage, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import { Select } from '../../ui/Select';
import classes from './reports.module.css';

const kinds = ['tickets', 'time', 'finance'] as const;

export function Exports(props: { frame: Frame }) {
  const t = useT();
  const { language } = useLanguage();
  return (
    <Section title={t('reports.files')} text={t('reports.filesText')}>
      <Stack gap="md">
        {kinds.map((kind) => (
          <File key={kind} kind={kind} frame={props.frame} />
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        {t('reports.safe')} {language === 'fr' && t('reports.semicolon')}
      </Text>
    </Section>
  );
}

function File(props: { kind: SheetKind; frame: Frame }) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const { as_of: asOf } = useSearch({ from: '/app/projects/$project/reports' });
  const [table, setTable] = useState<FinanceTable>('indicators');
  const { kind, frame } = props;
  const options = { asOf, table: kind === 'finance' ? table : undefined, lang: language };
  const name = t(`reports.file_${kind}`);
  const holds = kind === 'tickets' || frame.sees_rates ? kind : (`${kind}_plain` as const);
  return (
    <Stack gap="xs" className={classes.file} component="section" aria-label={name}>
      <Title order={3}>{name}</Title>
      <Text size="sm" c="dimmed">
        {t(`reports.holds_${holds}`)}
        {kind === 'finance' && asOf !== undefined && ` ${t('reports.fileAsOf', { day: format.date(asOf) })}`}
      </Text>
      <Group gap="xs" align="flex-end">
        <Download
          address={sheetAddress(frame.project.uuid, kind, 'xlsx', options)}
          text={t('reports.xlsx')}
          of={name}
        />
        <Download address={sheetAddress(frame.project.uuid, kind, 'csv', options)} text={t('reports.csv')} of={name} />
        {kind === 'finance' && <Tables value={table} onChange={setTable} seesCost={frame.sees_rates} />}
      </Group>
    </Stack>
  );
}

function Download(props: { address: string; text: string; of: string }) {
  return (
    <Button
      variant="default"
      component="a"
      href={props.address}
      download
      aria-label={`${props.of}, ${props.text}`}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {props.text}
    </Button>
  );
}

function Tables(props: { value: FinanceTable; onChange: (table: FinanceTable) => void; seesCost: boolean }) {
  const t = useT();
  const names: FinanceTable[] = ['indicators', 'curve', 'sprints', 'epics'];
  if (props.seesCost) names.push('members');
  const nameOf = (table: FinanceTable) =>
    t(table === 'indicators' && !props.seesCost ? 'reports.table_indicators_plain' : `reports.table_${table}`);
  return (
    <Select
      aria-label={t('reports.table')}
      data={names.map((value) => ({ value, label: nameOf(value) }))}
      value={props.value}
      onChange={(value) => props.onChange((value ?? 'indicators') as FinanceTable)}
      allowDeselect={false}
      w={220}
    />
  );
}
