import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keysKey, saveKey } from '../../api/keys';
import { useSession } from '../../api/session';
import type { ApiKey, KeyList } from '../../api/types.gen';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { type Draft, draftOf, inputOf, missingParts, sameDraft } from './draft';
import { AddressField } from './form/AddressField';
import { ExpiryField } from './form/ExpiryField';
import { Presets } from './form/Presets';
import { ScopeMatrix } from './form/ScopeMatrix';

interface Props {
  apiKey: ApiKey;
  keys: KeyList;
  onClose: () => void;
}

/** Changes what a key can do; its secret stays the same. */
export function EditKey(props: Props) {
  const t = useT();
  return (
    <Modal opened onClose={props.onClose} size="xl" title={t('keys.editTitle', { name: props.apiKey.name })}>
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ apiKey, keys, onClose }: Props) {
  const t = useT();
  const { today } = useSession();
  const notify = useNotify();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const set = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const saving = useMutation({
    mutationFn: () => saveKey(apiKey.id, inputOf(draft, today)),
    onSuccess: (saved) => {
      replaceKey(client, saved);
      notify.done(t('keys.saved', { name: saved.name }));
      onClose();
    },
  });
  const missing = missingParts(draft, today);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing.length === 0) saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed">{t('keys.editText')}</Text>
        <TextInput
          label={t('keys.name')}
          value={draft.name}
          maxLength={80}
          required
          withAsterisk={false}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Presets all={keys.scopes} value={draft.scopes} onChange={(scopes) => set({ scopes })} />
        <ScopeMatrix all={keys.scopes} value={draft.scopes} onChange={(scopes) => set({ scopes })} />
        <ExpiryField {...draft} keep today={today} onChange={(term, date) => set({ term, date })} />
        <AddressField value={draft.ips} mine={keys.address} onChange={(ips) => set({ ips })} />
        <FormError error={saving.error} />
        <DialogButtons
          action={t('common.save')}
          onCancel={onClose}
          busy={saving.isPending}
          disabled={missing.length > 0 || sameDraft(draft, draftOf(apiKey))}
        >
          {missing[0] !== undefined && <Text size="sm">{t(`keys.${missing[0]}`)}</Text>}
        </DialogButtons>
      </Stack>
    </form>
  );
}

export function replaceKey(client: ReturnType<typeof useQueryClient>, key: ApiKey): void {
  client.setQueryData<KeyList>(
    keysKey,
    (old) => old && { ...old, keys: old.keys.map((one) => (one.id === key.id ? key : one)) },
  );
}
