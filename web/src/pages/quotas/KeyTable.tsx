import { Badge, Group, Table, Text } from '@mantine/core';
import type { KeyQuota } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Gauge } from '../keys/Gauge';
import classes from './quotas.module.css';

/** The most active keys and their owners. */
export function KeyTable(props: { keys: KeyQuota[] }) {
  const t = useT();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quotas.key')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('quotas.owner')}</Table.Th>
            <Table.Th>{t('keys.hour')}</Table.Th>
            <Table.Th>{t('keys.month')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Th scope="row">
                <Group gap="xs">
                  {key.name}
                  {key.state !== 'active' && (
                    <Badge variant="light" color="gray">
                      {t(`keys.state_${key.state}`)}
                    </Badge>
                  )}
                </Group>
                <code className={classes.prefix}>{key.prefix}…</code>
                <Text size="xs" c="dimmed" fw={400} hiddenFrom="sm">
                  {key.user.name}
                </Text>
              </Table.Th>
              <Table.Td visibleFrom="sm">
                {key.user.name}
                <Text size="xs" c="dimmed">
                  {key.user.active ? key.user.email : t('users.inactive')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Gauge compact label={`${key.name}, ${t('keys.hour')}`} use={key.hour} />
              </Table.Td>
              <Table.Td>
                <Gauge compact label={`${key.name}, ${t('keys.month')}`} use={key.month} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
