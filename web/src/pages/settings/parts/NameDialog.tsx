import { Modal, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { hasCode } from '../../../api/http';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { FormClash } from '../../../ui/Clash';
import { DialogButtons } from '../../../ui/DialogButtons';
import { useFormDraft } from '../../../ui/useFormDraft';

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
  const draft = useFormDraft({ name: props.value });
  const { name } = draft.value;
  const isExplained = draft.theirs.name !== undefined && hasCode(props.error, 'changed_meanwhile');
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
            error={props.error && !isExplained ? words.error(props.error) : undefined}
            onChange={(event) => draft.set({ name: event.currentTarget.value })}
          />
          {props.children?.(trimmed)}
          {!props.busy && <FormClash over={draft} describe={({ name }) => ({ [props.label]: name })} />}
          <DialogButtons action={t('common.save')} onCancel={props.onClose} busy={props.busy} disabled={!ready} />
        </Stack>
      </form>
    </Modal>
  );
}
