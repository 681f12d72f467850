import { Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFrame } from '../../../api/frame';
import { useFormat, useT } from '../../../i18n';
import { FormClash } from '../../../ui/Clash';
import { CurrencySelect } from '../../../ui/CurrencySelect';
import { Section } from '../../../ui/Section';
import { useFormDraft } from '../../../ui/useFormDraft';
import { SaveBar } from '../parts/SaveBar';
import { useSaveProject } from '../parts/useSaveProject';

/** The currency of the project's amounts; its owner can change it. */
export function CurrencySection({ project }: { project: string }) {
  const t = useT();
  const { currencyName } = useFormat();
  const { may, project: saved } = useFrame(project);
  const draft = useFormDraft({ currency: saved.currency });
  const saving = useSaveProject(project, draft.reset);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(draft.changed);
  };
  const named = (currency: string | null) => (currency === null ? t('settings.currencyNone') : currencyName(currency));
  if (!may.own) return <Section title={t('settings.currency')} text={named(saved.currency)} />;
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
        {!saving.isPending && (
          <FormClash
            over={draft}
            describe={({ currency }) => ({
              [t('settings.currency')]: currency === undefined ? undefined : named(currency),
            })}
          />
        )}
        <SaveBar dirty={draft.dirty} busy={saving.isPending} onReset={draft.reset} />
      </Stack>
    </form>
  );
}
