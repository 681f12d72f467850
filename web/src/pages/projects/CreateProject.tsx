import {
  ColorInput,
  type InputWrapperProps,
  Modal,
  NumberInput,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { frameKey } from '../../api/frame';
import { createProject, projectsKey } from '../../api/projects';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, type Typed, useForm } from '../../ui/form';
import { useNumberSeparators } from '../../ui/useNumberSeparators';
import { KeyField } from './KeyField';

/** Suggested colours; any other can be typed. */
const swatches = ['#4f46e5', '#0369a1', '#0f766e', '#15803d', '#b45309', '#b91c1c', '#be185d', '#7e22ce', '#475569'];

/** Puts hints below fields that sit side by side, so that the fields line up. */
const below: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

export function CreateProject(props: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('projects.createTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Fields onClose={props.onClose} />
    </Modal>
  );
}

function Fields(props: { onClose: () => void }) {
  const t = useT();
  const figures = useNumberSeparators();
  const form = useCreate(figures.decimalSeparator);
  const [name, setName] = useState('');
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="name"
          label={t('projects.name')}
          required
          data-autofocus
          error={form.errorAt('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <KeyField name={name} error={form.errorAt('key')} />
        <Textarea
          name="description"
          label={t('projects.description')}
          description={t('projects.descriptionHint')}
          autosize
          minRows={2}
          error={form.errorAt('description')}
        />
        <ColorInput
          name="color"
          label={t('projects.color')}
          format="hex"
          swatches={swatches}
          swatchesPerRow={9}
          defaultValue={swatches[0]}
          eyeDropperButtonProps={{ 'aria-label': t('projects.pickColor') }}
          error={form.errorAt('color')}
        />
        <SimpleGrid cols={2}>
          <NumberInput
            name="budget"
            label={t('projects.budget')}
            description={t('projects.budgetHint')}
            inputWrapperOrder={below}
            min={0}
            hideControls
            {...figures}
            error={form.errorAt('budget')}
          />
          <NumberInput
            name="contingency_pct"
            label={t('projects.contingency')}
            description={t('projects.contingencyHint')}
            inputWrapperOrder={below}
            min={0}
            max={100}
            suffix=" %"
            {...figures}
            error={form.errorAt('contingency_pct')}
          />
        </SimpleGrid>
        <FormError error={form.error} />
        <DialogButtons action={t('projects.create')} onCancel={props.onClose} busy={form.busy} />
      </Stack>
    </form>
  );
}

function useCreate(decimal: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useForm({
    fields: ['name', 'key', 'description', 'color', 'budget', 'contingency_pct'],
    needed: ['name'],
    send: (typed) => createProject(inputOf(typed, decimal)),
    onDone: (frame) => {
      client.setQueryData(frameKey(frame.project.uuid), frame);
      void client.invalidateQueries({ queryKey: projectsKey });
      void navigate({ to: '/projects/$project/backlog', params: { project: frame.project.uuid } });
    },
  });
}

/** Leaves out empty fields, so that the server's defaults apply. */
export function inputOf(typed: Typed, decimal: string) {
  const budget = figureOf(typed.budget, decimal);
  const contingency = figureOf(typed.contingency_pct, decimal);
  return {
    name: (typed.name ?? '').trim(),
    ...(typed.key?.trim() ? { key: typed.key.trim() } : {}),
    ...(typed.description?.trim() ? { description: typed.description.trim() } : {}),
    ...(typed.color ? { color: typed.color } : {}),
    ...(budget === null ? {} : { budget }),
    ...(contingency === null ? {} : { contingency_pct: contingency }),
  };
}

/** Parses a number as NumberInput formats it. */
function figureOf(text: string | undefined, decimal: string): number | null {
  const plain = [...(text ?? '')].filter((char) => /\d/.test(char) || char === decimal).join('');
  return plain === '' ? null : Number(plain.replace(decimal, '.'));
}
