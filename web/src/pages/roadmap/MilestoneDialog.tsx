import { Button, ColorInput, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changedMeanwhile } from '../../api/http';
import { createMilestone, deleteMilestone, roadmapQuery, saveMilestone } from '../../api/roadmap';
import type { Milestone, MilestoneBody } from '../../api/types.gen';
import { readAgain } from '../../api/versions';
import { useFormat, useT } from '../../i18n';
import { FormClash } from '../../ui/Clash';
import { DateField } from '../../ui/DateField';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, type Typed, useForm } from '../../ui/form';
import { useNotify } from '../../ui/notify';
import { useSaveOver } from '../../ui/useSaveOver';
import { usePlanChanged } from '../epics/usePlanChanged';
import { useRoadmap } from './context';

interface Props {
  /** The milestone to edit; omit to create one. */
  milestone?: Milestone;
  onClose: () => void;
}

const firstColour = '#0f766e';
const colours = [firstColour, '#4f46e5', '#b45309', '#b91c1c', '#7e22ce', '#334155'];

export function MilestoneDialog(props: Props) {
  const t = useT();
  const title = props.milestone ? t('roadmap.editMilestone') : t('roadmap.newMilestone');
  return (
    <Modal opened onClose={props.onClose} title={title}>
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ onClose, ...props }: Props) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const notify = useNotify();
  const { project, plan } = useRoadmap();
  const changed = usePlanChanged(project);
  const [milestone] = useState(props.milestone); // a snapshot, as others may change it meanwhile
  const over = useSaveOver(milestone && fieldsOf(milestone), async () => {
    const { milestones } = await readAgain(client, roadmapQuery(project));
    const now = milestones.find(({ uuid }) => uuid === milestone?.uuid);
    if (now === undefined) throw changedMeanwhile();
    return fieldsOf(now);
  });
  const form = useForm({
    fields: ['name', 'date', 'color'],
    needed: ['name', 'date'],
    send: (typed) =>
      milestone
        ? over.save(inputOf(typed), (input, version) => saveMilestone(milestone.uuid, input, version))
        : createMilestone(project, inputOf(typed)),
    onDone: async (saved) => {
      await changed();
      notify.done(milestone ? t('common.saved') : t('epics.created', { title: saved.name }));
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="name"
          label={t('roadmap.milestoneName')}
          required
          data-autofocus
          maxLength={80}
          key={over.round('name')}
          defaultValue={over.start?.name ?? ''}
          error={form.errorAt('name')}
        />
        <DateField
          name="date"
          label={t('roadmap.milestoneDate')}
          required
          key={over.round('date')}
          defaultValue={over.start?.date ?? plan.today}
          error={form.errorAt('date')}
        />
        <ColorInput
          name="color"
          label={t('roadmap.milestoneColour')}
          format="hex"
          swatches={colours}
          key={over.round('color')}
          defaultValue={over.start?.color ?? firstColour}
          eyeDropperButtonProps={{ 'aria-label': t('roadmap.pickColour') }}
          error={form.errorAt('color')}
        />
        <FormClash
          over={over}
          busy={form.busy}
          describe={({ name, date, color }: Partial<Milestone>) => ({
            [t('roadmap.milestoneName')]: name,
            [t('roadmap.milestoneDate')]: date && format.date(date),
            [t('roadmap.milestoneColour')]: color,
          })}
        />
        <FormError error={over.unexplained(form.error)} />
        <DialogButtons
          action={milestone ? t('common.save') : t('roadmap.createMilestone')}
          onCancel={onClose}
          busy={form.busy}
        >
          {milestone && <Remove milestone={milestone} onClose={onClose} />}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Deletes without confirmation, because it can be undone. */
function Remove({ milestone, onClose }: { milestone: Milestone; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const { project } = useRoadmap();
  const changed = usePlanChanged(project);
  const { name, date, color } = milestone;
  const back = () => void createMilestone(project, { name, date, color }).then(changed, notify.failed);
  const removal = useMutation({
    mutationFn: () => deleteMilestone(milestone.uuid),
    onSuccess: async () => {
      await changed();
      notify.done(t('epics.deleted', { title: name }), back);
      onClose();
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <Button mr="auto" variant="subtle" color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
      {t('common.delete')}
    </Button>
  );
}

const fieldsOf = (milestone: Milestone): Milestone => ({ ...milestone, color: milestone.color.toLowerCase() });

const inputOf = (typed: Typed): MilestoneBody => ({
  name: (typed.name ?? '').trim(),
  date: typed.date ?? '',
  color: (typed.color || firstColour).toLowerCase(),
});
