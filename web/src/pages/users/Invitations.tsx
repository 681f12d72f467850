import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelInvitation, cancelLink, openInvitationsQuery, usersKey } from '../../api/users';
import { useFormat, useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { ResetUser } from './ResetUser';

/** An unused invitation. */
interface OpenInvitation {
  key: string;
  user: number;
  email: string;
  what: string;
  /** Whether a link can be created for the person. */
  link: boolean;
  cancel: () => Promise<unknown>;
}

/** Someone who has never signed in, known only by the address. */
const newcomer = { lastname: '', has_password: false, second_factor: false };

/** Unused invitations, to reissue or cancel; empty if there are none. */
export function Invitations() {
  const t = useT();
  const list = useOpenInvitations();
  const [linked, setLinked] = useState<OpenInvitation | null>(null);
  const [asked, setAsked] = useState<OpenInvitation | null>(null);
  const cancelling = useCancel(() => setAsked(null));
  if (list.length === 0) return null;
  return (
    <Section title={t('users.invitations')} text={t('users.invitationsText')}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.map((open) => (
          <Group key={open.key} component="li" justify="space-between" gap="xs">
            <div style={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
              {open.email}
              <Text size="sm" c="dimmed">
                {open.what}
              </Text>
            </div>
            <Group gap="xs">
              {open.link && (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => setLinked(open)}
                  aria-label={t('users.newLinkOf', { name: open.email })}
                >
                  {t('users.newLink')}
                </Button>
              )}
              <Button
                variant="default"
                size="xs"
                onClick={() => setAsked(open)}
                aria-label={t('users.cancelOf', { name: open.email, what: open.what })}
              >
                {t('users.cancel')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {linked && (
        <ResetUser user={{ ...newcomer, id: linked.user, firstname: linked.email }} onClose={() => setLinked(null)} />
      )}
      <Confirm
        opened={asked !== null}
        danger
        onClose={() => setAsked(null)}
        onConfirm={() => asked && cancelling.mutate(asked)}
        title={t('users.cancelTitle', { name: asked?.email ?? '' })}
        action={t('users.cancel')}
        busy={cancelling.isPending}
      >
        {asked?.what}
      </Confirm>
    </Section>
  );
}

/** Links for new users, then pending project invitations. */
function useOpenInvitations(): OpenInvitation[] {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(openInvitationsQuery);
  const accounts = (data?.accounts ?? []).map(({ user_id, person, expires_at }) => ({
    key: `user ${user_id}`,
    user: user_id,
    email: person.email,
    what: t('users.openLink', { date: format.date(expires_at.slice(0, 10)) }),
    link: true,
    cancel: () => cancelLink(user_id),
  }));
  const members = (data?.members ?? []).map(({ uuid, user_id, person, project, by, newcomer }) => ({
    key: uuid,
    user: user_id,
    email: person.email,
    what: by === '' ? t('users.openProject', { project }) : t('users.openProjectBy', { project, by }),
    link: newcomer,
    cancel: () => cancelInvitation(uuid),
  }));
  return [...accounts, ...members];
}

function useCancel(onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (open: OpenInvitation) => open.cancel(),
    onSuccess: (_answer, open) => notify.done(t('users.cancelled', { name: open.email })),
    onError: (error) => notify.failed(error),
    onSettled: () => {
      onDone();
      return client.invalidateQueries({ queryKey: usersKey });
    },
  });
}
