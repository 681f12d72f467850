import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../i18n';
import { DialogButtons } from './DialogButtons';

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
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <Question {...props} />
    </Modal>
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
        <DialogButtons
          action={props.action}
          onCancel={props.onClose}
          busy={props.busy}
          disabled={!ready}
          danger={props.danger}
        />
      </Stack>
    </form>
  );
}
