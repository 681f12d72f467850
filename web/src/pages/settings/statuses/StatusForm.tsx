import { ColorInput, Modal, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changedMeanwhile } from '../../../api/http';
import { createStatus, saveStatus, statusesKey, statusesQuery } from '../../../api/statuses';
import type { NewStatusBody, UsedStatus } from '../../../api/types.gen';
import { hasFields, readAgain } from '../../../api/versions';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { FormClash } from '../../../ui/Clash';
import { DialogButtons } from '../../../ui/DialogButtons';
import { FormError } from '../../../ui/form';
import { useSaveOver } from '../../../ui/useSaveOver';
import { useChange } from '../parts/useChange';
import { Contrast } from './Contrast';
import { Effect } from './Effect';
import { Preview } from './Preview';

/** All form fields; the server creates the key. */
type Typed = Required<Omit<NewStatusBody, 'key'>>;

const fresh: Typed = { label: '', color: '#0f766e', bg_color: '#ccfbf1', is_done: false };
const inks = ['#475569', '#1d4ed8', '#0f766e', '#15803d', '#b45309', '#b91c1c', '#be185d', '#7e22ce'];
const grounds = ['#f1f5f9', '#dbeafe', '#ccfbf1', '#dcfce7', '#fef3c7', '#fee2e2', '#fce7f3', '#f3e8ff'];

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

interface Props {
  project: string;
  /** Null to create a status. */
  status: UsedStatus | null;
  onClose: () => void;
}

export function StatusForm({ project, status, onClose }: Props) {
  const t = useT();
  const words = useWords();
  // A built-in label is shown translated; if unchanged, it is saved as it was.
  const shown = (one: UsedStatus): Typed => ({ ...inputOf(one), label: words.status(one) });
  const itemOf = (one: UsedStatus) => ({ ...shown(one), version: one.version });
  const client = useQueryClient();
  const [value, setValue] = useState<Typed>(() => (status === null ? fresh : shown(status)));
  const set = (part: Partial<Typed>) => setValue((old) => ({ ...old, ...part }));
  const read = async () => {
    const { statuses } = await readAgain(client, statusesQuery(project));
    const now = statuses.find(({ key }) => key === status?.key);
    if (now === undefined) throw changedMeanwhile();
    return itemOf(now);
  };
  const over = useSaveOver<Typed>(status === null ? undefined : itemOf(status), read, set);
  const typed = tidy(value);
  const saving = useChange({
    project,
    list: statusesKey(project),
    run: () =>
      status === null
        ? createStatus(project, typed)
        : over.save(typed, (input, version) => saveStatus(project, status.key, input, version)),
    said: () => t('settings.statusSaved', { name: typed.label }),
    onDone: onClose,
    onFailed: () => true,
  });
  const ready = typed.label !== '' && isColour(value.color) && isColour(value.bg_color);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) saving.mutate(undefined);
  };
  const title = status === null ? t('settings.statusNew') : t('settings.editOf', { name: words.status(status) });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Fields value={value} set={set} />
          <Preview status={{ key: status?.key ?? '', ...value }} />
          <Contrast color={value.color} ground={value.bg_color} />
          <Switch
            label={t('settings.statusIsDone')}
            description={t('settings.statusIsDoneText')}
            checked={value.is_done}
            onChange={(event) => set({ is_done: event.currentTarget.checked })}
          />
          {status !== null && value.is_done !== status.is_done && (
            <Effect project={project} status={status.key} change={{ is_done: value.is_done }} />
          )}
          <FormClash
            over={over}
            busy={saving.isPending}
            describe={({ label, color, bg_color, is_done }) => ({
              [t('settings.statusLabel')]: label,
              [t('settings.statusColor')]: color,
              [t('settings.statusGround')]: bg_color,
              [t('settings.statusIsDone')]:
                is_done === undefined ? undefined : t(is_done ? 'changes.yes' : 'changes.no'),
            })}
          />
          <FormError error={over.unexplained(saving.error)} />
          <DialogButtons
            action={t('common.save')}
            onCancel={onClose}
            busy={saving.isPending}
            disabled={!ready || (status !== null && !hasFields(over.changed(typed)))}
          />
        </Stack>
      </form>
    </Modal>
  );
}

const tidy = (value: Typed): Typed => ({ ...value, label: value.label.trim() });

const inputOf = ({ label, color, bg_color, is_done }: UsedStatus): Typed => ({
  label,
  color,
  bg_color,
  is_done,
});

function Fields(props: { value: Typed; set: (part: Partial<Typed>) => void }) {
  const t = useT();
  const { value, set } = props;
  const shared = { format: 'hex', swatchesPerRow: 8, withEyeDropper: false } as const;
  return (
    <>
      <TextInput
        label={t('settings.statusLabel')}
        description={t('settings.statusLabelText')}
        maxLength={80}
        data-autofocus
        value={value.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ColorInput
          {...shared}
          label={t('settings.statusColor')}
          swatches={inks}
          value={value.color}
          onChange={(color) => set({ color })}
        />
        <ColorInput
          {...shared}
          label={t('settings.statusGround')}
          swatches={grounds}
          value={value.bg_color}
          onChange={(bg_color) => set({ bg_color })}
        />
      </SimpleGrid>
    </>
  );
}
