import { Modal, NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, planValues } from '../../api/types.gen';
import { addUser, usersKey } from '../../api/users';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, useForm } from '../../ui/form';
import { OneTimeLink } from '../../ui/OneTimeLink';

/** Creates a user and shows their sign-in link. */
export function AddUser(props: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('users.add')} closeOnClickOutside={false}>
      <Steps onClose={props.onClose} />
    </Modal>
  );
}

function Steps(props: { onClose: () => void }) {
  const [added, setAdded] = useState<{ link: string; name: string } | null>(null);
  if (added !== null) return <OneTimeLink link={added.link} name={added.name} onClose={props.onClose} />;
  return <Form onAdded={setAdded} onCancel={props.onClose} />;
}

function Form(props: { onAdded: (added: { link: string; name: string }) => void; onCancel: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const fields = ['email', 'firstname', 'lastname', 'plan'];
  const form = useForm({
    fields,
    needed: fields,
    send: ({ email = '', firstname = '', lastname = '', plan, is_admin }) =>
      addUser({ email, firstname, lastname, plan: plan as Plan, is_admin: is_admin === 'on' }),
    onDone: ({ user, link }) => {
      void client.invalidateQueries({ queryKey: usersKey });
      props.onAdded({ link, name: user.firstname });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={t('signin.email')}
          error={form.errorAt('email')}
          autoComplete="off"
          data-autofocus
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            name="firstname"
            label={t('setup.firstname')}
            error={form.errorAt('firstname')}
            autoComplete="off"
          />
          <TextInput name="lastname" label={t('setup.lastname')} error={form.errorAt('lastname')} autoComplete="off" />
        </SimpleGrid>
        <NativeSelect
          name="plan"
          label={t('users.plan')}
          description={t('users.planText')}
          error={form.errorAt('plan')}
          defaultValue="business"
          data={planValues.map((plan) => ({ value: plan, label: t(`users.plan_${plan}`) }))}
        />
        <Switch name="is_admin" label={t('users.admin')} description={t('users.makeAdminText')} />
        <FormError error={form.error} />
        <DialogButtons action={t('users.add')} onCancel={props.onCancel} busy={form.busy} />
      </Stack>
    </form>
  );
}
