// The indicators of earned value: their groups, units and texts, and how their values are written.

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

/** groups are the indicators in the order in which people ask for them. */
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

/** fields are all indicators: those of Finance but for the project's own name. */
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

/** needsCost tells whether cost enters into an indicator. */
export const needsCost = (field: Indicator): boolean => costly.has(field);

/** groupsFor are the groups without what needs cost, unless the reader may know it. A group that holds nothing else is left out. */
export function groupsFor(seesCost: boolean): readonly FieldGroup[] {
  if (seesCost) return groups;
  return groups
    .map(({ group, fields }) => ({ group, fields: fields.filter((field) => !needsCost(field)) }))
    .filter(({ fields }) => fields.length > 0);
}

export const isIndicator = (name: string): name is Indicator => (fields as readonly string[]).includes(name);

/** unitOf is what an indicator counts. */
export function unitOf(field: Indicator): IndicatorUnit {
  if (field.endsWith('_pct')) return 'percent';
  if (field.endsWith('_sp')) return 'points';
  return field === 'cpi' || field === 'spi' || field === 'tcpi' ? 'ratio' : 'money';
}

/** showValue writes a value of a unit as the reader does; per cents are of 100, as the API gives them. */
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

/** whyUnknown is the reason for which an indicator has no value. */
export function whyUnknown(field: Indicator, noBudget: boolean): Why {
  if (field === 'spi') return 'due';
  if (noBudget) return 'budget';
  if (field === 'cpi') return 'cost';
  if (field === 'tcpi') return 'spent';
  return field === 'etc' || field === 'eac' || field === 'vac' ? 'pace' : 'budget';
}

/** groupTexts are the title of a group and a line about it, without a word on cost for a reader who may not know it. */
export function groupTexts(t: Translate, group: IndicatorGroup, seesCost: boolean) {
  const told = seesCost || (group !== 'performance' && group !== 'value') ? group : (`${group}_plain` as const);
  return { title: t(`indicators.group_${told}`), text: t(`indicators.group_${told}_text`) };
}

/** guideOf is where the guide explains an indicator; spread it into a Link. */
export const guideOf = (field: keyof Finance) =>
  ({ to: '/guide/$page', params: { page: 'earned-value' }, hash: field }) as const;

const named = (t: Translate, field: keyof Finance) => ({
  /** The short name: an acronym where there is one. */
  label: t(`indicators.${field}`),
  /** The name in full. */
  name: t(`indicators.${field}_name`),
  /** What it is, in a sentence. */
  text: t(`indicators.${field}_text`),
});

/** useIndicators gives the names of indicators and their values in the reader's language. */
export function useIndicators() {
  const t = useT();
  const format = useFormat();
  return {
    of: (field: keyof Finance) => named(t, field),
    show: (field: Indicator, value: number | null | undefined) => showIndicator(format, field, value),
    unit: (field: Indicator) => t(`indicators.unit_${unitOf(field)}`),
  };
}
