import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, useForm } from '../../ui/form';

interface Props<T> {
  text: string;
  action: string;
  danger?: boolean;
  /** Also ask for a two-factor code. */
  withCode?: boolean;
  send: (proof: { password: string; code: string }) => Promise<T>;
  onDone: (answer: T) => void;
  onCancel: () => void;
}

/** Asks for the password again before a sensitive action. */
export function ConfirmPassword<T>(props: Props<T>) {
  const t = useT();
  const form = useForm({
    fields: ['password', 'code'],
    needed: props.withCode ? ['password', 'code'] : ['password'],
    send: ({ password = '', code = '' }) => props.send({ password, code }),
    onDone: props.onDone,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text>{props.text}</Text>
        <PasswordInput
          name="password"
          label={t('account.currentPassword')}
          error={form.errorAt('password')}
          autoComplete="current-password"
          data-autofocus
        />
        {props.withCode && (
          <TextInput
            name="code"
            label={t('signin.code')}
            description={t('signin.codeText')}
            error={form.errorAt('code')}
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
        <FormError error={form.error} />
        <DialogButtons action={props.action} onCancel={props.onCancel} busy={form.busy} danger={props.danger} />
      </Stack>
    </form>
  );
}
