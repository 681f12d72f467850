import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { DialogButtons } from '../../../ui/DialogButtons';
import { Theirs } from '../../../ui/Theirs';

interface Props {
  title: string;
  label: string;
  /** The name as it is now, which somebody else may change while the dialog is open. */
  value: string;
  busy: boolean;
  error: unknown;
  /** Content below the field; receives the typed name. */
  children?: (typed: string) => ReactNode;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

export function NameDialog(props: Props) {
  const t = useT();
  const words = useWords();
  const [before] = useState(props.value);
  const [name, setName] = useState(before);
  const clash = props.value !== before && !props.busy;
  const trimmed = name.trim();
  const ready = trimmed !== '' && trimmed !== props.value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) props.onSubmit(trimmed);
  };
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={props.label}
            value={name}
            maxLength={80}
            data-autofocus
            error={props.error ? words.error(props.error) : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {props.children?.(trimmed)}
          {clash && <Theirs>{props.value}</Theirs>}
          <DialogButtons
            action={t(clash ? 'common.keepMine' : 'common.save')}
            onCancel={props.onClose}
            busy={props.busy}
            disabled={!ready}
          />
        </Stack>
      </form>
    </Modal>
  );
}
