import {
  Button,
  ColorInput,
  Group,
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
import { frameKey } from '../../api/frame';
import { createProject, projectsKey } from '../../api/projects';
import { useLanguage, useT } from '../../i18n';
import { FormError, type Typed, useForm } from '../../ui/form';

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
  const { language } = useLanguage();
  const form = useCreate();
  const figures = language === 'fr' ? { decimalSeparator: ',', thousandSeparator: ' ' } : { thousandSeparator: ',' };
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput name="name" label={t('projects.name')} required data-autofocus error={form.errorAt('name')} />
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('projects.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useForm({
    fields: ['name', 'description', 'color', 'budget', 'contingency_pct'],
    needed: ['name'],
    send: (typed) => createProject(inputOf(typed)),
    onDone: (frame) => {
      client.setQueryData(frameKey(frame.project.uuid), frame);
      void client.invalidateQueries({ queryKey: projectsKey });
      void navigate({ to: '/projects/$project/backlog', params: { project: frame.project.uuid } });
    },
  });
}

/** Leaves out empty fields, so that the server's defaults apply. */
export function inputOf(typed: Typed) {
  const budget = figureOf(typed.budget);
  const contingency = figureOf(typed.contingency_pct);
  return {
    name: (typed.name ?? '').trim(),
    ...(typed.description?.trim() ? { description: typed.description.trim() } : {}),
    ...(typed.color ? { color: typed.color } : {}),
    ...(budget === null ? {} : { budget }),
    ...(contingency === null ? {} : { contingency_pct: contingency }),
  };
}

/** Parses a number with the separators of either language. */
function figureOf(text: string | undefined): number | null {
  const plain = (text ?? '')
    .replace(/[\s%\u00a0\u202f]/g, '')
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  const value = Number(plain);
  return plain === '' || Number.isNaN(value) ? null : value;
}
