import { Box, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { financeKeysQuery } from '../../api/admin';
import type { BarredKey } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Section } from '../../ui/Section';
import classes from './quotas.module.css';

/** Keys that are denied the finances of some projects; empty if there are none. */
export function FinanceKeys() {
  const t = useT();
  const { data } = useQuery(financeKeysQuery);
  if (data === undefined || data.keys.length === 0) return null;
  return (
    <Box mt="lg">
      <Section title={t('quotas.financeKeys')} text={t('quotas.financeKeysText')}>
        <KeyList keys={data.keys} />
        {data.more && (
          <Text size="sm" c="dimmed">
            {t('quotas.financeKeysMore', { count: data.keys.length })}
          </Text>
        )}
      </Section>
    </Box>
  );
}

function KeyList(props: { keys: readonly BarredKey[] }) {
  const t = useT();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quotas.key')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('quotas.owner')}</Table.Th>
            <Table.Th>{t('quotas.refusedProjects')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.keys.map((key) => (
            <Row key={key.id} financeKey={key} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ financeKey: key }: { financeKey: BarredKey }) {
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {key.name}
        <br />
        <code className={classes.prefix}>{key.prefix}…</code>
        <Text size="xs" c="dimmed" fw={400} hiddenFrom="sm">
          {key.owner.name}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        {key.owner.name}
        <Text size="xs" c="dimmed">
          {key.owner.email}
        </Text>
      </Table.Td>
      <Table.Td>{format.list(key.projects.map((project) => project.name))}</Table.Td>
    </Table.Tr>
  );
}
