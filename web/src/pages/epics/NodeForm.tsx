import { Group, Modal, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createNode, type NodeInput, readNode, saveNode, statusesOf } from '../../api/epics';
import { useFrame } from '../../api/frame';
import type { EpicBody, EpicStatus, NodeType, PlanNode } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { DateField } from '../../ui/DateField';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, type Typed, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { TheirFields } from '../../ui/Theirs';
import { useSaveOver } from '../../ui/useSaveOver';
import { usePlanChanged } from './usePlanChanged';
import { useStatusWord } from './useStatusWord';

interface Props {
  project: string;
  kind: NodeType;
  /** The node to edit; omit to create one. */
  node?: PlanNode;
  /** The super-epic of a new epic. */
  parent?: string;
  onClose: () => void;
}

export function NodeForm(props: Props) {
  const t = useT();
  const title = props.node ? t(`epics.editTitle_${props.kind}`) : t(`epics.createTitle_${props.kind}`);
  return (
    <Modal opened onClose={props.onClose} title={title}>
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ project, kind, parent, onClose, ...props }: Props) {
  const t = useT();
  const word = useStatusWord();
  const frame = useFrame(project);
  const [node] = useState(props.node); // a snapshot, because others may change the node meanwhile
  const format = useFormat();
  const { theirs, clash, ...form } = useSave({ project, kind, node, onClose });
  const namesOf = (all: { uuid: string; title?: string; name?: string }[], uuids: (string | null)[]) =>
    all.flatMap(({ uuid, title, name }) => (uuids.includes(uuid) ? [title ?? name] : [])).join(', ');
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="title"
          label={t('epics.name')}
          required
          data-autofocus
          maxLength={255}
          defaultValue={node?.title ?? ''}
          error={form.errorAt('title')}
        />
        <Group grow align="flex-start">
          <Select
            name="status"
            label={t('epics.status')}
            allowDeselect={false}
            data={statusesOf(kind).map((value) => ({ value, label: word(value) }))}
            defaultValue={node?.status ?? 'backlog'}
            error={form.errorAt('status')}
          />
          {kind === 'epic' && (
            <Select
              name="super_epic_uuid"
              label={t('epics.superEpic')}
              searchable
              clearable
              placeholder={t('common.none')}
              nothingFoundMessage={t('common.noChoice')}
              data={frame.super_epics.map(({ uuid, title }) => ({ value: uuid, label: title }))}
              defaultValue={node ? node.parent_uuid : parent}
              error={form.errorAt('super_epic_uuid')}
            />
          )}
        </Group>
        {kind === 'epic' && (
          <Group grow align="flex-start">
            <DateField
              name="start_date"
              label={t('epics.startDate')}
              hint={t('epics.startDateHint')}
              defaultValue={node?.start_date ?? null}
              error={form.errorAt('start_date')}
            />
            <DateField
              name="target_date"
              label={t('epics.targetDate')}
              hint={t('epics.targetDateHint')}
              defaultValue={node?.target_date ?? null}
              error={form.errorAt('target_date')}
            />
          </Group>
        )}
        {frame.tags.length > 0 && (
          <MultiSelect
            name="tags"
            label={t('epics.tags')}
            searchable
            data={frame.tags.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            defaultValue={(node?.tags ?? []).filter((uuid) => frame.tags.some((tag) => tag.uuid === uuid))}
            error={form.errorAt('tags')}
          />
        )}
        {node === undefined && (
          <Textarea
            name="description"
            label={t('epics.description')}
            description={t(`epics.descriptionHint_${kind}`)}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={100_000}
            error={form.errorAt('description')}
          />
        )}
        <TheirFields
          fields={{
            [t('epics.name')]: theirs.title,
            [t('epics.status')]: theirs.status && word(theirs.status),
            [t('epics.superEpic')]: theirs.super_epic_uuid && namesOf(frame.super_epics, [theirs.super_epic_uuid]),
            [t('epics.startDate')]: theirs.start_date && format.date(theirs.start_date),
            [t('epics.targetDate')]: theirs.target_date && format.date(theirs.target_date),
            [t('epics.tags')]: theirs.tags && namesOf(frame.tags, theirs.tags),
          }}
        />
        <FormError error={form.error} />
        <DialogButtons
          action={node ? t(clash ? 'common.keepMine' : 'common.save') : t(`epics.create_${kind}`)}
          onCancel={onClose}
          busy={form.busy}
        />
      </Stack>
    </form>
  );
}

function useSave({ project, kind, node, onClose }: Omit<Props, 'parent'>) {
  const t = useT();
  const notify = useNotify();
  const changed = usePlanChanged(project);
  const over = useSaveOver<NodeInput>(node && startOf(kind, node), async () => {
    const now = await readNode(kind, node?.uuid ?? '');
    return { ...startOf(kind, now), version: now.version };
  });
  const form = useForm({
    fields: ['title', 'status', 'super_epic_uuid', 'start_date', 'target_date', 'tags', 'description'],
    needed: ['title'],
    send: (typed) => {
      const input = inputOf(kind, typed);
      return node
        ? over.save(input, (changes, version) => saveNode(kind, node.uuid, changes, version))
        : createNode(project, kind, input);
    },
    onDone: async (saved) => {
      await changed();
      notify.done(node ? t('common.saved') : t('epics.created', { title: saved.title }));
      onClose();
    },
  });
  return { ...form, error: over.unexplained(form.error), theirs: over.theirs, clash: over.clash };
}

/** The form's values before any edit. */
export const startOf = (kind: NodeType, { title, status, tags, ...node }: PlanNode): NodeInput => ({
  title,
  status,
  tags,
  ...(kind === 'epic' && {
    super_epic_uuid: node.parent_uuid,
    start_date: node.start_date,
    target_date: node.target_date,
  }),
});

/** Reads the form; omitted fields stay unchanged. */
export function inputOf(kind: NodeType, typed: Typed): EpicBody {
  const status = typed.status as EpicStatus | undefined;
  const input: EpicBody = { title: (typed.title ?? '').trim(), status };
  if (kind === 'epic') {
    input.super_epic_uuid = typed.super_epic_uuid || null;
    input.start_date = typed.start_date || null;
    input.target_date = typed.target_date || null;
  }
  if (typed.tags !== undefined) input.tags = typed.tags.split(',').filter((tag) => tag !== '');
  if ((typed.description ?? '').trim() !== '') input.description = typed.description;
  return input;
}
