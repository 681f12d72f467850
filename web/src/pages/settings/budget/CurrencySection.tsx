import { Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFrame } from '../../../api/frame';
import { useFormat, useT } from '../../../i18n';
import { CurrencySelect } from '../../../ui/CurrencySelect';
import { Section } from '../../../ui/Section';
import { SaveBar } from '../parts/SaveBar';
import { useDraft } from '../parts/useDraft';
import { useSaveProject } from '../parts/useSaveProject';

/** The currency of the project's amounts; its owner can change it. */
export function CurrencySection({ project }: { project: string }) {
  const t = useT();
  const { currencyName } = useFormat();
  const { may, project: saved } = useFrame(project);
  const draft = useDraft({ currency: saved.currency });
  const saving = useSaveProject(project, draft.reset);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(draft.changed);
  };
  const held = saved.currency === null ? t('settings.currencyNone') : currencyName(saved.currency);
  if (!may.own) return <Section title={t('settings.currency')} text={held} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Section title={t('settings.currency')} text={t('settings.currencyText')}>
          <CurrencySelect
            aria-label={t('settings.currency')}
            placeholder={t('settings.currencyNone')}
            clearable
            maw={360}
            value={draft.value.currency}
            onChange={(currency) => draft.set({ currency })}
          />
        </Section>
        <SaveBar dirty={draft.dirty} busy={saving.isPending} onReset={draft.reset} />
      </Stack>
    </form>
  );
}
