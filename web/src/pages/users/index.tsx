import { Button, Table, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../api/session';
import { type KnownUser, usersQuery } from '../../api/users';
import { useFormat, useT } from '../../i18n';
import { fold } from '../../shell/palette';
import { Missing } from '../../shell/Trouble';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { AddUser } from './AddUser';
import { ResetUser } from './ResetUser';
import { UserRow } from './UserRow';
import classes from './users.module.css';

/** Everyone on this instance, for its administrators. */
export default function UsersPage() {
  return useUser().is_admin ? <Users /> : <Missing />;
}

function Users() {
  const t = useT();
  const users = useQuery(usersQuery);
  const [adding, setAdding] = useState(false);
  const [resetting, setResetting] = useState<KnownUser | null>(null);
  const add = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('users.add')}
    </Button>
  );
  return (
    <Page title={t('users.title')}>
      <PageHeader title={t('users.title')} lead={t('users.lead')} actions={add} />
      {users.isLoading && <Loading rows={6} />}
      {users.isError && <ErrorState error={users.error} onRetry={() => void users.refetch()} />}
      {users.data && <Listing users={users.data.users} onReset={setResetting} />}
      <AddUser opened={adding} onClose={() => setAdding(false)} />
      <ResetUser user={resetting} onClose={() => setResetting(null)} />
    </Page>
  );
}

function Listing(props: { users: KnownUser[]; onReset: (user: KnownUser) => void }) {
  const t = useT();
  const { compare } = useFormat();
  const [query, setQuery] = useState('');
  const wanted = fold(query.trim());
  const found = props.users
    .filter((user) => fold(`${user.firstname} ${user.lastname} ${user.email}`).includes(wanted))
    .sort((a, b) => compare(`${a.lastname} ${a.firstname}`, `${b.lastname} ${b.firstname}`));
  return (
    <>
      <TextInput
        className={classes.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('users.search')}
        aria-label={t('users.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <EmptyState icon={IconUsers} title={t('users.nobody')} text={t('users.nobodyText')} />
      ) : (
        <div className={classes.frame}>
          <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('users.name')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('users.plan')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('users.factor')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('users.seen')}</Table.Th>
                <Table.Th visibleFrom="sm">
                  <span className={classes.hidden}>{t('users.actions')}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map((user) => (
                <UserRow key={user.id} user={user} onReset={() => props.onReset(user)} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  );
}
