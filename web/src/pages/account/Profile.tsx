import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { saveAccount } from '../../api/session';
import type { User } from '../../api/types.gen';
import { useT } from '../../i18n';
import { FormError, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { useRefreshUser } from './useRefreshUser';

export function Profile(props: { user: User }) {
  const t = useT();
  const notify = useNotify();
  const refresh = useRefreshUser();
  const form = useForm({
    fields: ['firstname', 'lastname'],
    needed: ['firstname', 'lastname'],
    send: ({ firstname, lastname }) => saveAccount({ firstname, lastname }),
    onDone: (user) => {
      refresh(user);
      notify.done(t('common.saved'));
    },
  });
  return (
    <Section title={t('account.profile')} text={t('account.profileText')}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              name="firstname"
              label={t('setup.firstname')}
              defaultValue={props.user.firstname}
              error={form.errorAt('firstname')}
              autoComplete="given-name"
            />
            <TextInput
              name="lastname"
              label={t('setup.lastname')}
              defaultValue={props.user.lastname}
              error={form.errorAt('lastname')}
              autoComplete="family-name"
            />
          </SimpleGrid>
          <TextInput label={t('signin.email')} value={props.user.email} readOnly description={t('account.emailText')} />
          <FormError error={form.error} />
          <Group>
            <Button type="submit" loading={form.busy}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
