import { NumberInput, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useFrame } from '../../../api/frame';
import { type Budget, budgetQuery } from '../../../api/settings';
import { none, useFormat, useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { ErrorState, Loading } from '../../../ui/State';
import { useNumberSeparators } from '../../../ui/useNumberSeparators';
import { ReadOnly } from '../parts/ReadOnly';
import { SaveBar } from '../parts/SaveBar';
import { useDraft } from '../parts/useDraft';
import { useSaveProject } from '../parts/useSaveProject';
import { CurrencySection } from './CurrencySection';
import { Figures } from './Figures';

/** Budget, reserve and currency. */
export function BudgetTab({ project }: { project: string }) {
  return (
    <Stack>
      <BudgetAndReserve project={project} />
      <CurrencySection project={project} />
    </Stack>
  );
}

/** Edits budget and reserve, previewing the effect before saving. */
function BudgetAndReserve({ project }: { project: string }) {
  const frame = useFrame(project);
  const { budget, contingency_pct } = frame.project;
  if (!frame.may.manage)
    return (
      <>
        <ReadOnly frame={frame} act="own" />
        <Held budget={budget} contingency_pct={contingency_pct} />
      </>
    );
  return <BudgetForm project={project} />;
}

function Held(props: Budget) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('settings.tab_budget')} text={t('settings.budgetText')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <div>
          <Text size="sm" c="dimmed">
            {t('settings.budget')}
          </Text>
          <Text className="figures">{props.budget === null ? none : format.price(props.budget)}</Text>
        </div>
        <div>
          <Text size="sm" c="dimmed">
            {t('settings.contingency')}
          </Text>
          <Text className="figures">{format.percent(props.contingency_pct / 100, 2)}</Text>
        </div>
      </SimpleGrid>
    </Section>
  );
}

function BudgetForm({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  const figures = useNumberSeparators();
  const { decimals } = useFormat();
  const saved: Budget = { budget: frame.project.budget, contingency_pct: frame.project.contingency_pct };
  const draft = useDraft(saved);
  const saving = useSaveProject(project, draft.reset);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (frame.may.own) saving.mutate(draft.changed);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ReadOnly frame={frame} act="own" text={t('settings.budgetTry')} />
        <Section title={t('settings.tab_budget')} text={t('settings.budgetText')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={t('settings.budget')}
              description={t('settings.budgetHint')}
              min={0}
              max={1e12}
              decimalScale={decimals}
              hideControls
              {...figures}
              value={draft.value.budget ?? ''}
              onChange={(value) => draft.set({ budget: value === '' ? null : Number(value) })}
            />
            <NumberInput
              label={t('settings.contingency')}
              description={t('settings.contingencyHint')}
              min={0}
              max={100}
              decimalScale={2}
              suffix={'\u00a0%'}
              {...figures}
              value={draft.value.contingency_pct}
              onChange={(value) => draft.set({ contingency_pct: value === '' ? 0 : Number(value) })}
            />
          </SimpleGrid>
        </Section>
        <Preview project={project} question={draft.value} changed={draft.dirty} />
        {frame.may.own && <SaveBar dirty={draft.dirty} busy={saving.isPending} onReset={draft.reset} />}
      </Stack>
    </form>
  );
}

function Preview(props: { project: string; question: Budget; changed: boolean }) {
  const t = useT();
  const [question] = useDebouncedValue(props.question, 250);
  const preview = useQuery(budgetQuery(props.project, question));
  return (
    <Section title={t('settings.preview')} text={props.changed ? t('settings.previewThen') : t('settings.previewNow')}>
      {preview.isPending && <Loading rows={4} height={36} />}
      {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && (
        <Paper withBorder={false} bg="transparent" opacity={preview.isPlaceholderData ? 0.6 : 1}>
          <Figures preview={preview.data} changed={props.changed} />
        </Paper>
      )}
    </Section>
  );
}
