import { ColorInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFrame } from '../../../api/frame';
import type { Frame } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { projectKeyForm } from '../../../ticketKeys';
import { FormClash } from '../../../ui/Clash';
import { Section } from '../../../ui/Section';
import { type FormDraft, useFormDraft } from '../../../ui/useFormDraft';
import { ReadOnly } from '../parts/ReadOnly';
import { SaveBar } from '../parts/SaveBar';
import { useSaveProject } from '../parts/useSaveProject';
import { CalendarEditor } from './CalendarEditor';
import { DodEditor } from './DodEditor';
import { KeyField } from './KeyField';

interface General {
  name: string;
  key: string;
  description: string;
  color: string;
  default_dod: string[];
  workdays: number[];
  holidays: string[];
}

const swatches = ['#4f46e5', '#0369a1', '#0f766e', '#15803d', '#b45309', '#b91c1c', '#be185d', '#7e22ce', '#475569'];

const generalOf = ({ project }: Frame): General => ({
  name: project.name,
  key: project.key,
  description: project.description ?? '',
  color: project.color,
  default_dod: project.default_dod,
  workdays: project.workdays,
  holidays: project.holidays,
});

export function GeneralTab(props: { project: string }) {
  const t = useT();
  const frame = useFrame(props.project);
  const draft = useFormDraft(generalOf(frame));
  const saving = useSaveProject(props.project, draft.reset);
  const wrong = useWrong(draft.value);
  const describe = useDescribe();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong === undefined) saving.mutate(draft.changed);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ReadOnly frame={frame} act="own" />
        <About draft={draft} may={frame.may.own} oldKeys={frame.project.old_keys} error={saving.error} />
        <Section title={t('settings.dod')} text={t('settings.dodText')}>
          <DodEditor
            value={draft.value.default_dod}
            may={frame.may.own}
            onChange={(default_dod) => draft.set({ default_dod })}
          />
        </Section>
        <Section title={t('settings.calendar')} text={t('settings.calendarText')}>
          <CalendarEditor
            workdays={draft.value.workdays}
            holidays={draft.value.holidays}
            may={frame.may.own}
            onChange={draft.set}
          />
        </Section>
        {!saving.isPending && <FormClash over={draft} describe={describe} />}
        <SaveBar dirty={draft.dirty} busy={saving.isPending} wrong={wrong} onReset={draft.reset} />
      </Stack>
    </form>
  );
}

/** The values of fields by their labels. */
function useDescribe() {
  const t = useT();
  const format = useFormat();
  return ({ default_dod, workdays, holidays, ...shown }: Partial<General>) => ({
    [t('settings.name')]: shown.name,
    [t('settings.key')]: shown.key,
    [t('settings.description')]: shown.description,
    [t('settings.color')]: shown.color,
    [t('settings.dod')]: default_dod?.join('\n'),
    [t('settings.workdays')]: workdays?.map(format.weekday).join(', '),
    [t('settings.holidays')]: holidays?.map(format.date).join(', '),
  });
}

/** What has to be corrected before saving. */
function useWrong({ name, key, workdays }: General): string | undefined {
  const t = useT();
  if (name.trim() === '') return t('settings.needName');
  if (!projectKeyForm.test(key)) return t('settings.needKey');
  return workdays.length === 0 ? t('settings.needWorkday') : undefined;
}

interface AboutProps {
  draft: FormDraft<General>;
  may: boolean;
  oldKeys: string[];
  error: unknown;
}

function About({ draft, may, oldKeys, error }: AboutProps) {
  const t = useT();
  return (
    <Section title={t('settings.about')} text={t('settings.aboutText')}>
      <TextInput
        label={t('settings.name')}
        value={draft.value.name}
        maxLength={80}
        readOnly={!may}
        error={draft.value.name.trim() === '' && t('settings.needName')}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <KeyField value={draft.value.key} old={oldKeys} may={may} error={error} onChange={(key) => draft.set({ key })} />
      <Textarea
        label={t('settings.description')}
        value={draft.value.description}
        autosize
        minRows={3}
        maxRows={12}
        readOnly={!may}
        onChange={(event) => draft.set({ description: event.currentTarget.value })}
      />
      <ColorInput
        label={t('settings.color')}
        description={t('settings.colorText')}
        maw={320}
        format="hex"
        swatches={swatches}
        swatchesPerRow={9}
        withEyeDropper={false}
        readOnly={!may}
        disallowInput={!may}
        popoverProps={may ? undefined : { disabled: true }}
        value={draft.value.color}
        onChange={(color) => draft.set({ color })}
      />
    </Section>
  );
}
