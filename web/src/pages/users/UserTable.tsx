import { Table, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { UserInfo, UserList } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Pager } from '../../ui/Pager';
import { EmptyState } from '../../ui/State';
import { UserRow } from './UserRow';
import classes from './users.module.css';

interface Props {
  list: UserList;
  offset: number;
  perPage: number;
  onPage: (offset: number) => void;
  onReset: (user: UserInfo) => void;
  onEdit: (user: UserInfo) => void;
}

export function UserTable(props: Props) {
  const t = useT();
  const { list } = props;
  if (list.total === 0) return <EmptyState icon={IconUsers} title={t('users.nobody')} text={t('users.nobodyText')} />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {list.total === list.everybody
          ? t('users.all', { count: list.total })
          : t('users.some', { count: list.total, everybody: list.everybody })}
      </Text>
      <div className={classes.frame}>
        <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('users.name')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('users.plan')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('users.api')}</Table.Th>
              <Table.Th visibleFrom="md">{t('users.seen')}</Table.Th>
              <Table.Th visibleFrom="sm">
                <span className={classes.hidden}>{t('users.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                grid={list.grid}
                onReset={() => props.onReset(user)}
                onEdit={() => props.onEdit(user)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Pager offset={props.offset} perPage={props.perPage} total={list.total} onChange={props.onPage} />
    </>
  );
}
