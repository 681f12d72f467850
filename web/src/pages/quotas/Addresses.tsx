import { Badge, Group, Table } from '@mantine/core';
import type { AddressQuota } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Gauge } from '../keys/Gauge';

/** Addresses whose calls were refused; throttled ones are marked. */
export function Addresses(props: { addresses: AddressQuota[] }) {
  const t = useT();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quotas.address')}</Table.Th>
            <Table.Th>{t('quotas.refusedHour')}</Table.Th>
            <Table.Th>{t('quotas.refusedMonth')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.addresses.map((row) => (
            <Table.Tr key={row.address}>
              <Table.Th scope="row">
                <Group gap="xs">
                  {row.address}
                  {row.throttled && (
                    <Badge variant="light" color="red">
                      {t('quotas.throttled')}
                    </Badge>
                  )}
                </Group>
              </Table.Th>
              <Table.Td>
                <Gauge compact label={`${row.address}, ${t('quotas.refusedHour')}`} use={row.hour} />
              </Table.Td>
              <Table.Td>
                <Gauge compact label={`${row.address}, ${t('quotas.refusedMonth')}`} use={row.month} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
