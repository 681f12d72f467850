import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasCode } from '../../api/http';
import { oidcStart, signIn, useSession } from '../../api/session';
import { useStartSession } from '../../api/useStartSession';
import { useT } from '../../i18n';
import { safe } from '../../search';
import { PublicLayout } from '../../shell/PublicLayout';
import { FormError, useForm } from '../../ui/form';
import { Throttled, useWait } from './Throttled';

export default function SignInPage() {
  const t = useT();
  const { to, error } = useSearch({ from: '/signin' });
  const { oidc } = useSession();
  return (
    <PublicLayout title={t('signin.title')}>
      {error !== undefined && <Refused code={error} />}
      <SignInForm to={safe(to)} />
      {oidc && (
        <>
          <Divider my="lg" label={t('signin.or')} />
          <Button component="a" href={oidcStart(safe(to))} variant="default" size="md" fullWidth>
            {t('signin.with', { name: oidc.name })}
          </Button>
        </>
      )}
    </PublicLayout>
  );
}

/** Why sign-in through the identity provider failed. */
function Refused(props: { code: string }) {
  const t = useT();
  const key = `signin.${props.code}`;
  return (
    <Alert color="red" role="alert" mb="md" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t(t.has(key) ? key : 'signin.failed')}
    </Alert>
  );
}

function SignInForm(props: { to: string }) {
  const t = useT();
  const enter = useStartSession();
  const [codeAsked, setCodeAsked] = useState(false);
  const wait = useWait();
  const form = useForm({
    fields: ['email', 'password', 'code'],
    needed: codeAsked ? ['email', 'password', 'code'] : ['email', 'password'],
    send: ({ email = '', password = '', code }) => signIn({ email, password, code: codeAsked ? code : undefined }),
    onDone: (session) => enter(session, props.to),
    onFailed: (error) => {
      if (hasCode(error, 'code_needed', 'wrong_code')) setCodeAsked(true);
      wait.start(error);
    },
  });
  const asked = hasCode(form.cause, 'code_needed');
  const told = hasCode(form.error, 'code_needed', 'too_many_tries') ? null : form.error;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          label={t('signin.email')}
          error={form.errorAt('email')}
          autoFocus
          size="md"
        />
        <PasswordInput
          name="password"
          autoComplete="current-password"
          label={t('signin.password')}
          error={form.errorAt('password')}
          size="md"
        />
        {codeAsked && <CodeField error={asked ? undefined : form.errorAt('code')} />}
        {wait.seconds > 0 ? <Throttled seconds={wait.seconds} /> : <FormError error={told} />}
        <Button type="submit" size="md" loading={form.busy} disabled={wait.seconds > 0}>
          {t('signin.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Appears after the correct password, and takes the focus. */
function CodeField(props: { error?: string }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextInput
      ref={input}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      label={t('signin.code')}
      description={t('signin.codeText')}
      error={props.error}
      size="md"
    />
  );
}
