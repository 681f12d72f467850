import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../api/session';
import type { UserInfo } from '../../api/types.gen';
import { type UserFilter, usersQuery } from '../../api/users';
import { useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { ErrorState, Loading } from '../../ui/State';
import { AddUser } from './AddUser';
import { EditUser } from './EditUser';
import { Filters } from './Filters';
import { Invitations } from './Invitations';
import { ResetUser } from './ResetUser';
import { UserTable } from './UserTable';

export default function UsersPage() {
  return useUser().is_admin ? <Users /> : <Missing />;
}

const perPage = 50;

function Users() {
  const t = useT();
  const [filter, setFilter] = useState<UserFilter>({ offset: 0, limit: perPage });
  const users = useQuery(usersQuery(filter));
  const [adding, setAdding] = useState(false);
  const [resetting, setResetting] = useState<UserInfo | null>(null);
  const [editing, setEditing] = useState<UserInfo | null>(null);
  const add = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('users.add')}
    </Button>
  );
  return (
    <Page title={t('users.title')}>
      <PageHeader title={t('users.title')} lead={t('users.lead')} actions={add} />
      <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change, offset: 0 })} />
      {users.isLoading && <Loading rows={6} />}
      {users.isError && <ErrorState error={users.error} onRetry={() => void users.refetch()} />}
      {users.data && (
        <UserTable
          list={users.data}
          offset={filter.offset ?? 0}
          perPage={perPage}
          onPage={(offset) => setFilter({ ...filter, offset })}
          onReset={setResetting}
          onEdit={setEditing}
        />
      )}
      <Invitations />
      <AddUser opened={adding} onClose={() => setAdding(false)} />
      <ResetUser user={resetting} onClose={() => setResetting(null)} />
      {editing && users.data && (
        <EditUser
          user={editing}
          grid={users.data.grid}
          last={editing.is_admin && editing.signs_in && users.data.active_admins === 1}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}
