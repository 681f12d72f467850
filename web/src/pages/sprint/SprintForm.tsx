import { Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../api/frame';
import { useSession } from '../../api/session';
import { createSprint, saveSprint } from '../../api/sprints';
import type { Sprint, SprintBody } from '../../api/types.gen';
import { useT } from '../../i18n';
import { DateField } from '../../ui/DateField';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, type Typed, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { linesOf, nextPlan } from './dates';
import { useSprintChanged } from './useSprintChanged';
import { SprintClash, type SprintOver, useSprintOver } from './useSprintOver';

interface Props {
  project: string;
  /** The sprint to edit; omit to create one. */
  sprint?: Sprint;
  onClose: () => void;
}

/** Creates or edits a sprint. A new one is scheduled right after the last. */
export function SprintForm(props: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.sprint ? t('sprint.editTitle') : t('sprint.createTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ project, onClose, ...props }: Props) {
  const t = useT();
  const frame = useFrame(project);
  const { today } = useSession();
  const [plan] = useState(() => nextPlan(frame.sprints, today, t('sprint.title')));
  const [start, setStart] = useState(props.sprint ? props.sprint.start_date : plan.start);
  const over = useSprintOver(project, props.sprint, (part) => {
    if (part.start_date !== undefined) setStart(part.start_date);
  });
  const sprint = over.start;
  const form = useSave(project, over, onClose);
  const dod = sprint ? sprint.dod : frame.project.default_dod;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="title"
          label={t('sprint.name')}
          required
          data-autofocus
          key={over.round('title')}
          defaultValue={sprint?.title ?? plan.title}
          error={form.errorAt('title')}
        />
        <Textarea
          name="goal"
          label={t('sprint.goal')}
          description={t('sprint.goalHint')}
          autosize
          minRows={2}
          key={over.round('goal')}
          defaultValue={sprint?.goal ?? ''}
          error={form.errorAt('goal')}
        />
        <Group grow align="flex-start">
          <DateField
            name="start_date"
            label={t('sprint.start')}
            key={over.round('start_date')}
            defaultValue={start}
            onChange={setStart}
            error={form.errorAt('start_date')}
          />
          <DateField
            name="end_date"
            label={t('sprint.end')}
            min={start ?? undefined}
            key={over.round('end_date')}
            defaultValue={sprint ? sprint.end_date : plan.end}
            error={form.errorAt('end_date')}
          />
        </Group>
        <Textarea
          name="dod"
          label={t('sprint.dod')}
          description={t('sprint.dodHint')}
          autosize
          minRows={3}
          maxRows={10}
          key={over.round('dod')}
          defaultValue={dod.join('\n')}
          error={form.errorAt('dod')}
        />
        <SprintClash over={over} busy={form.busy} />
        <FormError error={over.unexplained(form.error)} />
        <DialogButtons action={sprint ? t('common.save') : t('sprint.create')} onCancel={onClose} busy={form.busy} />
      </Stack>
    </form>
  );
}

function useSave(project: string, { before, save }: SprintOver, onClose: () => void) {
  const t = useT();
  const notify = useNotify();
  const changed = useSprintChanged(project);
  return useForm({
    fields: ['title', 'goal', 'start_date', 'end_date', 'dod'],
    needed: ['title'],
    send: (typed) =>
      before
        ? save(inputOf(typed), (input, version) => saveSprint(before.uuid, input, version))
        : createSprint(project, inputOf(typed)),
    onDone: async (saved) => {
      await changed();
      notify.done(t(before ? 'common.saved' : 'sprint.created', { title: saved.title }));
      onClose();
    },
  });
}

export const inputOf = (typed: Typed): SprintBody => ({
  title: (typed.title ?? '').trim(),
  goal: (typed.goal ?? '').trim(),
  start_date: typed.start_date || null,
  end_date: typed.end_date || null,
  dod: linesOf(typed.dod),
});
