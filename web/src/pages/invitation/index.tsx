import { Alert, Button, List, PasswordInput, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { hasCode } from '../../api/http';
import { acceptInvitation, lookAtInvitation } from '../../api/session';
import type { Invitation, Waiting } from '../../api/types.gen';
import { useStartSession } from '../../api/useStartSession';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { PublicLayout } from '../../shell/PublicLayout';
import { FormError, useForm } from '../../ui/form';

/** The target of invitation and reset links. The token is in the fragment, which browsers do not send to servers. */
export default function InvitationPage() {
  const t = useT();
  const token = useLocation({ select: (location) => location.hash }).trim();
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookAtInvitation(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const title = look.data?.purpose === 'reset' ? t('invitation.resetTitle') : t('invitation.title');
  return (
    <PublicLayout title={title}>
      {look.isLoading && <Skeleton height={160} />}
      {look.data && <PasswordForm token={token} invitation={look.data} />}
      {(look.isError || token === '') && <NotValid error={look.error} onRetry={() => void look.refetch()} />}
    </PublicLayout>
  );
}

const names = ['firstname', 'lastname'] as const;

function PasswordForm(props: { token: string; invitation: Invitation }) {
  const t = useT();
  const enter = useStartSession();
  const { email, firstname, newcomer, purpose } = props.invitation;
  const fields = newcomer ? [...names, 'password'] : ['password'];
  const form = useForm({
    fields,
    needed: fields,
    send: ({ password = '', firstname = '', lastname = '' }) =>
      acceptInvitation({
        token: props.token,
        password,
        ...(newcomer && { firstname, lastname, accepts: props.invitation.invitations.map(({ uuid }) => uuid) }),
      }),
    onDone: (session) => enter(session, '/projects'),
  });
  const lead =
    purpose === 'reset' ? 'invitation.resetLead' : firstname === '' ? 'invitation.leadNew' : 'invitation.lead';
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text c="dimmed">{t(lead, { name: firstname })}</Text>
        <Joins invitations={props.invitation.invitations} />
        <TextInput label={t('signin.email')} value={email} readOnly autoComplete="username" size="md" />
        {newcomer && <NameFields invitation={props.invitation} errorAt={form.errorAt} />}
        <PasswordInput
          name="password"
          label={t('account.newPassword')}
          description={t('account.passwordRule')}
          error={form.errorAt('password')}
          autoComplete="new-password"
          autoFocus={!newcomer}
          size="md"
        />
        {props.invitation.second_factor && <Text size="sm">{t('invitation.endsFactor')}</Text>}
        <FormError error={form.error} />
        <Button type="submit" size="md" loading={form.busy}>
          {t(purpose === 'reset' ? 'invitation.resetSubmit' : 'invitation.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** The new user's name, prefilled if an administrator entered it. */
function NameFields(props: { invitation: Invitation; errorAt: (field: string) => string | undefined }) {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {names.map((name) => (
        <TextInput
          key={name}
          name={name}
          label={t(`setup.${name}`)}
          defaultValue={props.invitation[name]}
          maxLength={100}
          error={props.errorAt(name)}
          autoComplete={name === 'firstname' ? 'given-name' : 'family-name'}
          autoFocus={name === 'firstname'}
          size="md"
        />
      ))}
    </SimpleGrid>
  );
}

/** The projects a new user joins by accepting. */
function Joins(props: { invitations: Waiting[] }) {
  const t = useT();
  const words = useWords();
  if (props.invitations.length === 0) return null;
  return (
    <div>
      <Text size="sm">{t('invitation.joins', { count: props.invitations.length })}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {props.invitations.map(({ uuid, project, role, by }) => (
          <List.Item key={uuid}>
            {project} ({words.role(role)}
            {by && `, ${by.email}`})
          </List.Item>
        ))}
      </List>
    </div>
  );
}

/** Distinguishes a used or invalid link from an unreachable server. */
function NotValid(props: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const words = useWords();
  if (hasCode(props.error, 'offline', 'unavailable', 'internal', 'too_many_tries')) {
    return (
      <Stack>
        <FormError error={props.error} />
        <Button variant="default" onClick={props.onRetry}>
          {t('common.retry')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <Alert
        color="amber"
        role="alert"
        icon={<IconLinkOff size={18} aria-hidden />}
        title={t('invitation.invalidTitle')}
      >
        {hasCode(props.error, 'account_inactive') ? words.error(props.error) : t('invitation.invalidText')}
      </Alert>
      <Button component={Link} to="/signin" variant="default">
        {t('signin.title')}
      </Button>
    </Stack>
  );
}
