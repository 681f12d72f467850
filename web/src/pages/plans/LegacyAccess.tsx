import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plans } from '../../api/types.gen';
import { usersQuery } from '../../api/users';
import { useFormat, useT } from '../../i18n';
import { Pager } from '../../ui/Pager';
import { Section } from '../../ui/Section';
import { ErrorState, Loading } from '../../ui/State';

const perPage = 25;

/** Users who can use the API only because they joined before plans applied. */
export function LegacyAccess({ plans }: { plans: Plans }) {
  const t = useT();
  const format = useFormat();
  const [offset, setOffset] = useState(0);
  const kept = useQuery(usersQuery({ state: 'grandfathered', offset, limit: perPage }));
  const date = format.date(plans.grid.since);
  const spare = plans.early - plans.grandfathered;
  return (
    <Section title={t('plans.kept')} text={t('plans.keptText', { date })}>
      {kept.isLoading && <Loading rows={2} />}
      {kept.isError && <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />}
      {kept.data?.total === 0 && <Text size="sm">{t('plans.keptNone')}</Text>}
      {kept.data !== undefined && kept.data.total > 0 && (
        <div>
          <Table.ScrollContainer minWidth={320}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('users.name')}</Table.Th>
                  <Table.Th>{t('users.plan')}</Table.Th>
                  <Table.Th>{t('users.start')}</Table.Th>
                  <Table.Th ta="right">{t('plans.keys')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {kept.data.users.map((user) => (
                  <Table.Tr key={user.id}>
                    <Table.Th scope="row">
                      {user.firstname} {user.lastname}
                      <Text size="xs" c="dimmed">
                        {user.email}
                      </Text>
                    </Table.Th>
                    <Table.Td>{t(`users.plan_${user.plan}`)}</Table.Td>
                    <Table.Td>{format.date(user.subscribed_at)}</Table.Td>
                    <Table.Td ta="right" className="figures">
                      {format.number(user.keys)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Pager offset={offset} perPage={perPage} total={kept.data.total} onChange={setOffset} />
        </div>
      )}
      {spare > 0 && (
        <Text size="sm" c="dimmed">
          {t('plans.spare', { count: spare })}
        </Text>
      )}
    </Section>
  );
}
