import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../i18n';
import { Dialog } from './Dialog';

interface Props {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  children?: ReactNode;
  /** Label of the button, a verb. */
  action: string;
  danger?: boolean;
  busy?: boolean;
  /** If set, the user must type it to enable the button. */
  typed?: string;
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <Question {...props} />
    </Dialog>
  );
}

function Question(props: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const ready = props.typed === undefined || typed.trim() === props.typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !props.busy) props.onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {typeof props.children === 'string' ? <Text>{props.children}</Text> : props.children}
        {props.typed !== undefined && (
          <TextInput
            label={t('common.typeToConfirm', { name: props.typed })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color={props.danger ? 'red' : undefined} loading={props.busy} disabled={!ready}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
