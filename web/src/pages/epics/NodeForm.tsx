import { Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { createNode, type NodeInput, readNode, saveNode, statusesOf } from '../../api/epics';
import { useFrame } from '../../api/frame';
import type { EpicBody, EpicStatus, NodeType, PlanNode } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { FormClash } from '../../ui/Clash';
import { DateField } from '../../ui/DateField';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, type Typed, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { MultiSelect, Select } from '../../ui/Select';
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
  const { node } = props;
  const format = useFormat();
  const { over, ...form } = useSave({ project, kind, node, onClose });
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
          key={over.round('title')}
          defaultValue={over.start?.title ?? ''}
          error={form.errorAt('title')}
        />
        <Group grow align="flex-start">
          <Select
            name="status"
            label={t('epics.status')}
            allowDeselect={false}
            data={statusesOf(kind).map((value) => ({ value, label: word(value) }))}
            key={over.round('status')}
            defaultValue={over.start?.status ?? 'backlog'}
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
              key={over.round('super_epic_uuid')}
              defaultValue={over.start ? over.start.super_epic_uuid : parent}
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
              key={over.round('start_date')}
              defaultValue={over.start?.start_date ?? null}
              error={form.errorAt('start_date')}
            />
            <DateField
              name="target_date"
              label={t('epics.targetDate')}
              hint={t('epics.targetDateHint')}
              key={over.round('target_date')}
              defaultValue={over.start?.target_date ?? null}
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
            key={over.round('tags')}
            defaultValue={(over.start?.tags ?? []).filter((uuid) => frame.tags.some((tag) => tag.uuid === uuid))}
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
        <FormClash<NodeInput>
          over={over}
          busy={form.busy}
          describe={({ title, status, super_epic_uuid, start_date, target_date, tags }) => ({
            [t('epics.name')]: title,
            [t('epics.status')]: status && word(status),
            [t('epics.superEpic')]: super_epic_uuid && namesOf(frame.super_epics, [super_epic_uuid]),
            [t('epics.startDate')]: start_date && format.date(start_date),
            [t('epics.targetDate')]: target_date && format.date(target_date),
            [t('epics.tags')]: tags && namesOf(frame.tags, tags),
          })}
        />
        <FormError error={form.error} />
        <DialogButtons
          action={node ? t('common.save') : t(`epics.create_${kind}`)}
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
  return { ...form, error: over.unexplained(form.error), over };
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
