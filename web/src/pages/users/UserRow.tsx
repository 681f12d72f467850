import { Badge, Box, Button, Group, Table, Text } from '@mantine/core';
import { useUser } from '../../api/session';
import type { KnownUser } from '../../api/users';
import { none, useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';

export function UserRow(props: { user: KnownUser; onReset: () => void }) {
  const t = useT();
  const format = useFormat();
  const { user } = props;
  const name = `${user.firstname} ${user.lastname}`.trim();
  const mine = useUser().id === user.id;
  const action = !mine && (
    <Button
      variant="default"
      size="xs"
      onClick={props.onReset}
      aria-label={t(user.has_password ? 'users.resetOf' : 'users.newLinkOf', { name })}
    >
      {user.has_password ? t('users.reset') : t('users.newLink')}
    </Button>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} id={user.id} size={32} decorative />
          <div>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              {user.is_admin && <Badge variant="light">{t('users.admin')}</Badge>}
              {!user.active && (
                <Badge variant="light" color="gray">
                  {t('users.inactive')}
                </Badge>
              )}
              {!user.has_password && (
                <Badge variant="light" color="amber">
                  {t('users.invited')}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {user.email}
            </Text>
            <Box hiddenFrom="sm" mt={6}>
              {action}
            </Box>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`users.plan_${user.plan}`)}</Table.Td>
      <Table.Td visibleFrom="sm">{user.second_factor ? t('users.factorOn') : none}</Table.Td>
      <Table.Td visibleFrom="sm" title={user.last_seen_at === null ? undefined : format.dateTime(user.last_seen_at)}>
        {user.last_seen_at === null ? t('users.never') : format.relative(user.last_seen_at)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {action}
      </Table.Td>
    </Table.Tr>
  );
}
