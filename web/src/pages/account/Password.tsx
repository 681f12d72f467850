import { Button, Group, PasswordInput, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword, sessionsKey } from '../../api/session';
import type { User } from '../../api/types.gen';
import { useT } from '../../i18n';
import { FormError, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';

export function Password(props: { user: User }) {
  const t = useT();
  if (!props.user.has_password) return <Section title={t('account.password')} text={t('account.noPassword')} />;
  return (
    <Section title={t('account.password')} text={t('account.passwordText')}>
      <PasswordForm email={props.user.email} />
    </Section>
  );
}

function PasswordForm(props: { email: string }) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const form = useForm({
    fields: ['current', 'password'],
    needed: ['current', 'password'],
    send: ({ current = '', password = '' }) => changePassword({ current, password }),
    onDone: (_, element) => {
      element.reset();
      notify.done(t('account.passwordChanged'));
      void client.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordInput
            name="current"
            label={t('account.currentPassword')}
            error={form.errorAt('current')}
            autoComplete="current-password"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <PasswordInput
            name="password"
            label={t('account.newPassword')}
            description={t('account.passwordRule')}
            error={form.errorAt('password')}
            autoComplete="new-password"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </SimpleGrid>
        <FormError error={form.error} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('account.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
