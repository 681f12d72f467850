import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { setUp } from '../../api/session';
import { useStartSession } from '../../api/useStartSession';
import { useT } from '../../i18n';
import { currencyOf } from '../../i18n/currencies';
import { PublicLayout } from '../../shell/PublicLayout';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { FormError, useForm } from '../../ui/form';

const needed = ['token', 'firstname', 'lastname', 'email', 'password'] as const;
const fields = [...needed, 'currency'] as const;

/** First visit to an empty instance: whoever has the token from the server's output becomes administrator. */
export default function SetupPage() {
  const t = useT();
  const enter = useStartSession();
  // The link the server prints has the token in its fragment.
  const token = useLocation({ select: (location) => location.hash });
  const form = useForm({
    fields,
    needed,
    send: ({ token = '', firstname = '', lastname = '', email = '', password = '', currency = '' }) =>
      setUp({ token: token.trim(), firstname, lastname, email, password, currency: currency === '' ? null : currency }),
    onDone: (session) => enter(session, '/projects'),
  });
  return (
    <PublicLayout title={t('setup.title')}>
      <Text c="dimmed" mb="md">
        {t('setup.lead')}
      </Text>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput
            name="token"
            defaultValue={token}
            label={t('setup.token')}
            description={t('setup.tokenText')}
            error={form.errorAt('token')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
          <Group grow align="flex-start">
            <TextInput
              name="firstname"
              label={t('setup.firstname')}
              error={form.errorAt('firstname')}
              autoComplete="given-name"
            />
            <TextInput
              name="lastname"
              label={t('setup.lastname')}
              error={form.errorAt('lastname')}
              autoComplete="family-name"
            />
          </Group>
          <TextInput
            name="email"
            type="email"
            label={t('setup.email')}
            error={form.errorAt('email')}
            autoComplete="username"
          />
          <PasswordInput
            name="password"
            label={t('setup.password')}
            description={t('account.passwordRule')}
            error={form.errorAt('password')}
            autoComplete="new-password"
          />
          <CurrencySelect
            name="currency"
            label={t('setup.currency')}
            description={t('setup.currencyText')}
            placeholder={t('settings.currencyNone')}
            clearable
            defaultValue={currencyOf(navigator.language)}
            error={form.errorAt('currency')}
          />
          <FormError error={form.error} />
          <Button type="submit" size="md" loading={form.busy}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </PublicLayout>
  );
}
