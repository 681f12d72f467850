// Earned-value indicators: groups, units, text and formatting.

import type { Indicator } from '../api/finance';
import type { Finance } from '../api/types.gen';
import { type Format, none, type Translate, useFormat, useT } from '../i18n';

export type { Indicator } from '../api/finance';

type IndicatorUnit = 'money' | 'points' | 'percent' | 'ratio';
export type IndicatorGroup = 'outlook' | 'performance' | 'value' | 'budget' | 'points';

export interface FieldGroup {
  group: IndicatorGroup;
  fields: readonly Indicator[];
}

/** In the order in which people ask for them. */
export const groups: readonly FieldGroup[] = [
  { group: 'outlook', fields: ['eac', 'vac', 'etc', 'tcpi'] },
  { group: 'performance', fields: ['cpi', 'spi', 'cv', 'sv'] },
  { group: 'value', fields: ['pv', 'ev', 'ac', 'no_sprint_cost', 'ac_total', 'engaged_charge'] },
  {
    group: 'points',
    fields: ['total_sp', 'done_sp', 'earned_sp', 'planned_sp', 'undated_sp', 'progress_pct', 'planned_pct'],
  },
  { group: 'budget', fields: ['bac', 'base_budget', 'reserve', 'contingency_pct'] },
];

/** All indicators. */
export const fields: readonly Indicator[] = groups.flatMap((group) => group.fields);

const costly: ReadonlySet<Indicator> = new Set<Indicator>([
  'ac',
  'no_sprint_cost',
  'ac_total',
  'engaged_charge',
  'cpi',
  'tcpi',
  'eac',
  'etc',
  'vac',
  'cv',
]);

/** Whether an indicator depends on cost. */
export const needsCost = (field: Indicator): boolean => costly.has(field);

/** The groups without cost indicators, unless the reader can see cost. Empty groups are omitted. */
export function groupsFor(seesCost: boolean): readonly FieldGroup[] {
  if (seesCost) return groups;
  return groups
    .map(({ group, fields }) => ({ group, fields: fields.filter((field) => !needsCost(field)) }))
    .filter(({ fields }) => fields.length > 0);
}

export const isIndicator = (name: string): name is Indicator => (fields as readonly string[]).includes(name);

export function unitOf(field: Indicator): IndicatorUnit {
  if (field.endsWith('_pct')) return 'percent';
  if (field.endsWith('_sp')) return 'points';
  return field === 'cpi' || field === 'spi' || field === 'tcpi' ? 'ratio' : 'money';
}

/** Formats a value; percentages are out of 100, as in the API. */
export function showValue(format: Format, unit: IndicatorUnit, value: number | null | undefined): string {
  if (value === null || value === undefined) return none;
  switch (unit) {
    case 'money':
      return format.money(value);
    case 'points':
      return format.number(value, 2);
    case 'percent':
      return format.percent(value / 100, 1);
    case 'ratio':
      return format.ratio(value);
  }
}

export const showIndicator = (format: Format, field: Indicator, value: number | null | undefined): string =>
  showValue(format, unitOf(field), value);

export type Why = 'budget' | 'cost' | 'due' | 'spent' | 'pace';

/** Why an indicator has no value. */
export function whyUnknown(field: Indicator, noBudget: boolean): Why {
  if (field === 'spi') return 'due';
  if (noBudget) return 'budget';
  if (field === 'cpi') return 'cost';
  if (field === 'tcpi') return 'spent';
  return field === 'etc' || field === 'eac' || field === 'vac' ? 'pace' : 'budget';
}

/** Title and description of a group, not mentioning cost if it is hidden. */
export function groupTexts(t: Translate, group: IndicatorGroup, seesCost: boolean) {
  const told = seesCost || (group !== 'performance' && group !== 'value') ? group : (`${group}_plain` as const);
  return { title: t(`indicators.group_${told}`), text: t(`indicators.group_${told}_text`) };
}

/** Link props for the guide's section on an indicator; spread into a Link. */
export const guideOf = (field: keyof Finance) =>
  ({ to: '/guide/$page', params: { page: 'earned-value' }, hash: field }) as const;

const named = (t: Translate, field: keyof Finance) => ({
  /** The short name: an acronym if there is one. */
  label: t(`indicators.${field}`),
  name: t(`indicators.${field}_name`),
  text: t(`indicators.${field}_text`),
});

export function useIndicators() {
  const t = useT();
  const format = useFormat();
  return {
    of: (field: keyof Finance) => named(t, field),
    show: (field: Indicator, value: number | null | undefined) => showIndicator(format, field, value),
    unit: (field: Indicator) => t(`indicators.unit_${unitOf(field)}`),
  };
}
