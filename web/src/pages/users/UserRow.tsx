import { Badge, Box, Button, Group, Table, Text } from '@mantine/core';
import { useUser } from '../../api/session';
import type { PlanGrid, UserInfo } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import classes from './users.module.css';

interface Props {
  user: UserInfo;
  grid: PlanGrid;
  onReset: () => void;
  onEdit: () => void;
}

export const nameOf = (user: Pick<UserInfo, 'firstname' | 'lastname'>) => `${user.firstname} ${user.lastname}`.trim();

export function UserRow(props: Props) {
  const t = useT();
  const format = useFormat();
  const { user } = props;
  const seen = user.last_seen_at === null ? t('users.never') : format.relative(user.last_seen_at);
  return (
    <Table.Tr data-inactive={!user.active || undefined} className={classes.row}>
      <Table.Td className={classes.person}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Avatar name={nameOf(user)} id={user.id} size={32} decorative />
          <div>
            <Group gap="xs">
              <Text fw={600}>{nameOf(user)}</Text>
              <Marks user={user} />
            </Group>
            <Text size="sm" c="dimmed">
              {user.email}
            </Text>
            <Box hiddenFrom="sm" mt={6}>
              <Text size="sm">
                {t(`users.plan_${user.plan}`)} · {t('users.since', { date: format.date(user.subscribed_at) })}
              </Text>
              <Access {...props} />
              <Text size="sm" c="dimmed" mb={6}>
                {t('users.seenAt', { moment: seen })}
              </Text>
              <Actions {...props} />
            </Box>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {t(`users.plan_${user.plan}`)}
        <Text size="xs" c="dimmed" className={classes.since}>
          {t('users.since', { date: format.date(user.subscribed_at) })}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Access {...props} />
      </Table.Td>
      <Table.Td visibleFrom="md" title={user.last_seen_at === null ? undefined : format.dateTime(user.last_seen_at)}>
        {seen}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Actions {...props} />
      </Table.Td>
    </Table.Tr>
  );
}

function Marks(props: { user: UserInfo }) {
  const t = useT();
  const { user } = props;
  return (
    <>
      {user.is_admin && <Badge variant="light">{t('users.admin')}</Badge>}
      {!user.active && (
        <Badge variant="light" color="gray">
          {t('users.inactive')}
        </Badge>
      )}
      {user.second_factor && (
        <Badge variant="light" color="green">
          {t('users.factor')}
        </Badge>
      )}
      {!user.has_password && (
        <Badge variant="light" color="amber">
          {t('users.invited')}
        </Badge>
      )}
    </>
  );
}

/** Whether a user can use the API, why, and how many keys they have. */
function Access({ user, grid }: Props) {
  const t = useT();
  const format = useFormat();
  const why = user.grandfathered
    ? t('users.apiKeptShort', { date: format.date(grid.since) })
    : user.api_access
      ? t('users.apiByPlan')
      : t('users.apiNot');
  return (
    <>
      <Text size="sm" component="div">
        {user.active ? why : t('users.apiInactive')}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {t('users.keys', { count: user.keys })}
      </Text>
    </>
  );
}

function Actions({ user, onReset, onEdit }: Props) {
  const t = useT();
  const mine = useUser().id === user.id;
  const name = nameOf(user);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap" className={classes.actions}>
      <Button variant="default" size="xs" onClick={onEdit} aria-label={t('users.editOf', { name })}>
        {t('common.edit')}
      </Button>
      {!mine && (
        <Button
          variant="default"
          size="xs"
          onClick={onReset}
          aria-label={t(user.has_password ? 'users.resetOf' : 'users.newLinkOf', { name })}
        >
          {user.has_password ? t('users.reset') : t('users.newLink')}
        </Button>
      )}
    </Group>
  );
}
