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

/** Numbers that are not indicators, but go with them and can be explained in the same way. */
export const estimates = ['cpi_all_in', 'eac_cpi_spi', 'eac_budget', 'eac_all_in'] as const;
type EstimateName = (typeof estimates)[number];
export type Explainable = Indicator | EstimateName;

const costly: ReadonlySet<Explainable> = new Set<Explainable>([
  ...estimates,
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

/** Whether a number depends on cost. */
export const needsCost = (field: Explainable): boolean => costly.has(field);

/** The groups without cost indicators, unless the reader can see cost. Empty groups are omitted. */
export function groupsFor(seesCost: boolean): readonly FieldGroup[] {
  if (seesCost) return groups;
  return groups
    .map(({ group, fields }) => ({ group, fields: fields.filter((field) => !needsCost(field)) }))
    .filter(({ fields }) => fields.length > 0);
}

export const isIndicator = (name: string): name is Indicator => (fields as readonly string[]).includes(name);

const isEstimate = (name: string): name is EstimateName => (estimates as readonly string[]).includes(name);

export const isExplainable = (name: string): name is Explainable => isIndicator(name) || isEstimate(name);

export function unitOf(field: Explainable): IndicatorUnit {
  if (field.endsWith('_pct')) return 'percent';
  if (field.endsWith('_sp')) return 'points';
  return ratios.has(field) ? 'ratio' : 'money';
}

const ratios: ReadonlySet<Explainable> = new Set<Explainable>(['cpi', 'cpi_all_in', 'spi', 'tcpi']);

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

export const showIndicator = (format: Format, field: Explainable, value: number | null | undefined): string =>
  showValue(format, unitOf(field), value);

export type Why = 'budget' | 'cost' | 'anyCost' | 'due' | 'spent' | 'pace';

/** Why an indicator has no value. */
export function whyUnknown(field: Explainable, noBudget: boolean): Why {
  if (field === 'spi') return 'due';
  if (noBudget) return 'budget';
  if (field === 'cpi') return 'cost';
  if (field === 'cpi_all_in') return 'anyCost';
  if (field === 'tcpi') return 'spent';
  return field === 'etc' || field === 'vac' || field.startsWith('eac') ? 'pace' : 'budget';
}

/** Title and description of a group, not mentioning cost if it is hidden. */
export function groupTexts(t: Translate, group: IndicatorGroup, seesCost: boolean) {
  const told = seesCost || (group !== 'performance' && group !== 'value') ? group : (`${group}_plain` as const);
  return { title: t(`indicators.group_${told}`), text: t(`indicators.group_${told}_text`) };
}

/** Link props for the guide's section on a number; spread into a Link. */
export const guideOf = (field: keyof Finance | EstimateName) =>
  ({
    to: '/guide/$page',
    params: { page: 'earned-value' },
    hash: field === 'cpi_all_in' ? 'cpi' : isEstimate(field) ? 'eac' : field,
  }) as const;

const named = (t: Translate, field: keyof Finance | EstimateName) => ({
  /** The short name: an acronym if there is one. */
  label: t(`indicators.${field}`),
  name: t(`indicators.${field}_name`),
  text: t(`indicators.${field}_text`),
});

export function useIndicators() {
  const t = useT();
  const format = useFormat();
  return {
    of: (field: keyof Finance | EstimateName) => named(t, field),
    show: (field: Explainable, value: number | null | undefined) => showIndicator(format, field, value),
    unit: (field: Indicator) => t(`indicators.unit_${unitOf(field)}`),
  };
}
