import { ActionIcon, Badge, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCoins, IconDots, IconEdit, IconUserMinus } from '@tabler/icons-react';
import type { Frame, Member, MemberList } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { Avatar } from '../../../ui/Avatar';
import classes from './members.module.css';
import { useMemberWords } from './useMemberWords';

export interface MemberTask {
  kind: 'edit' | 'rates' | 'remove';
  member: string;
}

interface Props {
  team: MemberList;
  frame: Frame;
  onTask: (task: MemberTask) => void;
}

const rank = { owner: 0, admin: 1, member: 2, viewer: 3 };

/** On a phone each member becomes a block. */
export function MemberTable({ team, frame, onTask }: Props) {
  const t = useT();
  const format = useFormat();
  const members = [...team.members].sort((a, b) => rank[a.role] - rank[b.role] || format.compare(a.name, b.name));
  const acts = frame.may.manage || team.sees_rates;
  return (
    <Table className={classes.table} verticalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('settings.memberName')}</Table.Th>
          <Table.Th>{t('settings.role')}</Table.Th>
          <Table.Th>{t('settings.place')}</Table.Th>
          <Table.Th>{t('settings.status')}</Table.Th>
          {team.sees_rates && <Table.Th ta="end">{t('settings.rate')}</Table.Th>}
          {acts && (
            <Table.Th>
              <VisuallyHidden>{t('settings.actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <Row key={member.uuid} member={member} frame={frame} sees={team.sees_rates} acts={acts} onTask={onTask} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  member: Member;
  frame: Frame;
  sees: boolean;
  acts: boolean;
  onTask: (task: MemberTask) => void;
}

function Row({ member, frame, sees, acts, onTask }: RowProps) {
  const t = useT();
  const words = useWords();
  const ours = useMemberWords();
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.person}>
          <Avatar name={member.name} id={member.user_id} size={32} decorative />
          <div className={classes.who}>
            <div className={classes.name}>
              {member.name}
              {member.user_id === frame.me && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  {t('settings.you')}
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed" className={classes.email} title={member.email}>
              {member.email}
            </Text>
          </div>
        </div>
      </Table.Td>
      <Table.Td data-label={t('settings.role')}>{words.role(member.role)}</Table.Td>
      <Table.Td data-label={t('settings.place')}>
        {ours.scrumRole(member.scrum_role)}
        {member.service !== '' && (
          <Text size="sm" c="dimmed" className={classes.service}>
            {member.service}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('settings.status')}>
        <Badge
          className={classes.status}
          variant="light"
          color={{ active: 'green', invited: 'amber', inactive: 'gray' }[member.status]}
        >
          {ours.status(member.status)}
        </Badge>
      </Table.Td>
      {sees && (
        <Table.Td className={`figures ${classes.money}`} data-label={t('settings.rate')}>
          <RateCell member={member} />
        </Table.Td>
      )}
      {acts && (
        <Table.Td className={classes.actions}>
          <Actions member={member} frame={frame} sees={sees} onTask={onTask} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function RateCell({ member }: { member: Member }) {
  const t = useT();
  const format = useFormat();
  const more = (member.rates?.length ?? 0) - 1;
  if (member.tjm === null)
    return (
      <Text span size="sm" c="dimmed">
        {t('settings.rateNone')}
      </Text>
    );
  return (
    <>
      {format.price(member.tjm)}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {t('settings.rateMore', { count: more })}
        </Text>
      )}
    </>
  );
}

function Actions({ member, frame, sees, onTask }: Omit<RowProps, 'acts'>) {
  const t = useT();
  const task = (kind: MemberTask['kind']) => () => onTask({ kind, member: member.uuid });
  // Only the owner can change the owner's membership.
  const may = frame.may.manage && (member.role !== 'owner' || frame.may.own);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('settings.actionsOf', { name: member.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may && (
          <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={task('edit')}>
            {t('common.edit')}
          </Menu.Item>
        )}
        {sees && (
          <Menu.Item leftSection={<IconCoins size={16} aria-hidden />} onClick={task('rates')}>
            {t('settings.rates')}
          </Menu.Item>
        )}
        {may && member.role !== 'owner' && (
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} aria-hidden />} onClick={task('remove')}>
            {t('settings.memberRemove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
