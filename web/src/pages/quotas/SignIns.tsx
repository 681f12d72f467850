import { Badge, Group, Table } from '@mantine/core';
import type { AddressTries } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

/** Addresses with recent failed sign-ins. */
export function SignIns(props: { tries: AddressTries[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quotas.address')}</Table.Th>
            <Table.Th ta="right">{t('quotas.failed')}</Table.Th>
            <Table.Th>{t('quotas.forgotten')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.tries.map((row) => (
            <Table.Tr key={row.address}>
              <Table.Th scope="row">
                <Group gap="xs">
                  {row.address}
                  {row.locked && (
                    <Badge variant="light" color="red">
                      {t('quotas.locked')}
                    </Badge>
                  )}
                </Group>
              </Table.Th>
              <Table.Td ta="right" className="figures">
                {format.number(row.failed)}
              </Table.Td>
              <Table.Td>{format.dateTime(row.until)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
