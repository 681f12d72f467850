import { Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { beginSecondFactor, confirmSecondFactor } from '../../api/session';
import { useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, useForm } from '../../ui/form';
import { QrCode } from '../../ui/QrCode';
import { ConfirmPassword } from './ConfirmPassword';
import { RecoveryCodes } from './RecoveryCodes';
import { useRefreshUser } from './useRefreshUser';

interface Secret {
  secret: string;
  uri: string;
}

/** Three steps: password, code from the app, recovery codes. */
export function EnableSecondFactor(props: { onClose: () => void }) {
  const t = useT();
  const refresh = useRefreshUser();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) {
    const close = () => {
      refresh({ second_factor: true });
      props.onClose();
    };
    return <RecoveryCodes codes={codes} onClose={close} />;
  }
  if (secret !== null) return <Scan secret={secret} onDone={setCodes} onCancel={props.onClose} />;
  return (
    <ConfirmPassword
      text={t('account.factorOnText')}
      action={t('common.next')}
      send={({ password }) => beginSecondFactor(password)}
      onDone={setSecret}
      onCancel={props.onClose}
    />
  );
}

function Scan(props: { secret: Secret; onDone: (codes: string[]) => void; onCancel: () => void }) {
  const t = useT();
  const form = useForm({
    fields: ['code'],
    needed: ['code'],
    send: ({ code = '' }) => confirmSecondFactor(code.replace(/\s/g, '')),
    onDone: (answer) => props.onDone(answer.recovery_codes),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text>{t('account.scan')}</Text>
        <Group justify="center">
          <QrCode text={props.secret.uri} label={t('account.qr')} />
        </Group>
        <div>
          <Text size="sm" c="dimmed">
            {t('account.secret')}
          </Text>
          <Group gap={4} wrap="nowrap">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {spaced(props.secret.secret)}
            </Code>
            <CopyButton compact value={props.secret.secret} label={t('account.copySecret')} />
          </Group>
        </div>
        <TextInput
          name="code"
          label={t('account.firstCode')}
          error={form.errorAt('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <FormError error={form.error} />
        <DialogButtons action={t('account.turnOn')} onCancel={props.onCancel} busy={form.busy} />
      </Stack>
    </form>
  );
}

/** Splits a secret into readable groups of four. */
const spaced = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
