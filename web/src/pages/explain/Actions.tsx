import { useNavigate } from '@tanstack/react-router';
import type { ExplainAsk } from '../../api/explain';
import { useFrame } from '../../api/frame';
import type { Explanation } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { estimates, groupsFor, groupTexts, useIndicators } from '../../ui/indicators';
import { Select } from '../../ui/Select';
import { warningText } from '../finance/Warnings';
import { markdownOf } from './markdown';
import { useLead } from './useLead';
import { useTermNames } from './useTermNames';

/** Switches to another indicator, and shares this one as a permalink or as text. */
export function Actions({ ask, explanation }: { ask: ExplainAsk; explanation: Explanation }) {
  const t = useT();
  const link = permalinkOf(ask, explanation.day, window.location.origin);
  return (
    <>
      <Other ask={ask} />
      <CopyButton value={link} label={t('common.copyLink')} />
      <CopyButton value={useMarkdown(ask, explanation, link)} label={t('explain.markdown')} />
    </>
  );
}

/** The URL of this explanation on this day. */
export function permalinkOf(ask: ExplainAsk, day: string, origin: string): string {
  const query = new URLSearchParams({ as_of: day, ...(ask.path ? { path: ask.path } : {}) });
  return `${origin}/projects/${ask.project}/finance/${ask.indicator}?${query}`;
}

function useMarkdown(ask: ExplainAsk, explanation: Explanation, link: string): string {
  const t = useT();
  const format = useFormat();
  const names = useTermNames(explanation.by_day);
  const lead = useLead(ask.project);
  const { sees_rates } = useFrame(ask.project);
  const field = ask.indicator;
  return markdownOf(explanation, {
    lead: lead(explanation),
    words: t(`explain.words_${field}` as Parameters<typeof t>[0]),
    symbols: t(`explain.symbols_${field}` as Parameters<typeof t>[0]),
    warnings: explanation.warnings.map((warning) => warningText(warning, t, format, sees_rates)),
    adds: (all) => t(all ? 'explain.addsUp' : 'explain.makes'),
    more: (count) => t('finance.andMore', { count }),
    names,
    link,
  });
}

function Other({ ask }: { ask: ExplainAsk }) {
  const t = useT();
  const navigate = useNavigate();
  const { of } = useIndicators();
  const { sees_rates } = useFrame(ask.project);
  const go = (indicator: string | null) =>
    indicator &&
    void navigate({
      to: '/projects/$project/finance/$indicator',
      params: { project: ask.project, indicator },
      search: { as_of: ask.asOf },
    });
  return (
    <Select
      w={240}
      searchable
      allowDeselect={false}
      aria-label={t('explain.other')}
      value={ask.indicator}
      data={[
        ...groupsFor(sees_rates).map(({ group, fields }) => ({
          group: groupTexts(t, group, sees_rates).title,
          items: fields.map((field) => ({ value: field as string, label: labelOf(of(field)) })),
        })),
        ...(sees_rates
          ? [
              {
                group: t('finance.estimates'),
                items: estimates.map((name) => ({ value: name as string, label: labelOf(of(name)) })),
              },
            ]
          : []),
      ]}
      onChange={go}
    />
  );
}

const labelOf = ({ label, name }: { label: string; name: string }) => (label === name ? label : `${label} · ${name}`);
