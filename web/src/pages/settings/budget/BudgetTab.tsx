import { NumberInput, Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useFrame } from '../../../api/frame';
import { type Budget, budgetQuery, budgetsQuery } from '../../../api/settings';
import type { BudgetHistory as History, PastBudget } from '../../../api/types.gen';
import { none, useFormat, useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { ErrorState, Loading } from '../../../ui/State';
import { type FormDraft, useFormDraft } from '../../../ui/useFormDraft';
import { useNumberSeparators } from '../../../ui/useNumberSeparators';
import { ReadOnly } from '../parts/ReadOnly';
import { SaveBar } from '../parts/SaveBar';
import { BudgetHistory } from './BudgetHistory';
import { CurrencySection } from './CurrencySection';
import { Figures } from './Figures';
import { type BudgetDraft, hasLater, reasonLimit, wrongWith } from './list';
import { useSaveBudget } from './useSaveBudget';

/** Currency, budget and reserve. The currency comes first, because it would move while the preview of the budget is loading. */
export function BudgetTab({ project }: { project: string }) {
  return (
    <Stack>
      <CurrencySection project={project} />
      <BudgetAndReserve project={project} />
    </Stack>
  );
}

/** Edits budget and reserve, previewing the effect before saving, and shows what was in force before. */
function BudgetAndReserve({ project }: { project: string }) {
  const frame = useFrame(project);
  const history = useQuery(budgetsQuery(project));
  const { budget, contingency_pct } = frame.project;
  if (history.isPending) return <Loading rows={4} height={120} />;
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  if (!frame.may.manage)
    return (
      <>
        <ReadOnly frame={frame} act="own" />
        <Held budget={budget} contingency_pct={contingency_pct} />
        <BudgetHistory history={history.data} />
      </>
    );
  return <BudgetForm project={project} history={history.data} />;
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

function BudgetForm({ project, history }: { project: string; history: History }) {
  const t = useT();
  const frame = useFrame(project);
  const figures = useNumberSeparators();
  const { decimals } = useFormat();
  const { budget, contingency_pct } = frame.project;
  const draft = useFormDraft<BudgetDraft>({ budget, contingency_pct, from: history.today, reason: '' });
  const saving = useSaveBudget(project, draft.reset);
  const wrong = wrongWith(draft.value, history.today);
  const field = useRef<HTMLInputElement>(null);
  const edit = ({ budget, contingency_pct, from, reason }: PastBudget) => {
    draft.set({ budget, contingency_pct, from, reason });
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (frame.may.own && wrong === undefined) saving.mutate(draft.value);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ReadOnly frame={frame} act="own" text={t('settings.budgetTry')} />
        <Section title={t('settings.tab_budget')} text={t('settings.budgetText')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              ref={field}
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
          {frame.may.own && <Effect draft={draft} history={history} />}
        </Section>
        <Preview
          project={project}
          question={{ budget: draft.value.budget, contingency_pct: draft.value.contingency_pct }}
          changed={draft.dirty && !hasLater(history, draft.value.from)}
        />
        <BudgetHistory history={history} onEdit={frame.may.own ? edit : undefined} />
        {frame.may.own && (
          <SaveBar
            dirty={draft.dirty}
            busy={saving.isPending}
            wrong={wrong && t(`settings.${wrong}`)}
            onReset={draft.reset}
          />
        )}
      </Stack>
    </form>
  );
}

/** From when the budget applies, why, and what that does to other days. */
function Effect({ draft, history }: { draft: FormDraft<BudgetDraft>; history: History }) {
  const t = useT();
  const format = useFormat();
  const { from } = draft.value;
  const day = { day: from === '' ? none : format.date(from) };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={t('settings.budgetFrom')}
          description={t('settings.budgetFromHint')}
          max={history.today}
          value={from}
          onChange={(event) => draft.set({ from: event.currentTarget.value })}
        />
        <Textarea
          label={t('settings.budgetReason')}
          description={t('settings.budgetReasonHint')}
          autosize
          maxLength={reasonLimit}
          value={draft.value.reason}
          onChange={(event) => draft.set({ reason: event.currentTarget.value })}
        />
      </SimpleGrid>
      {draft.dirty && from !== '' && from <= history.today && (
        <Text size="sm" role="status">
          {t(hasLater(history, from) ? 'settings.budgetUntilNext' : 'settings.budgetFromThen', day)}
        </Text>
      )}
    </>
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
