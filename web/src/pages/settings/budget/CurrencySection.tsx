import { Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFrame } from '../../../api/frame';
import { useFormat, useT } from '../../../i18n';
import { CurrencySelect } from '../../../ui/CurrencySelect';
import { Section } from '../../../ui/Section';
import { TheirFields } from '../../../ui/Theirs';
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
  const clash = !saving.isPending && draft.theirs.currency !== undefined;
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
        {clash && <TheirFields fields={{ [t('settings.currency')]: held }} />}
        <SaveBar dirty={draft.dirty} busy={saving.isPending} clash={clash} onReset={draft.reset} />
      </Stack>
    </form>
  );
}
