import type { BudgetFigures } from '../../../api/types.gen';

/** The figures affected by budget and reserve, in reading order. */
export const figures = ['bac', 'base_budget', 'contingency', 'pv', 'ev', 'cpi', 'eac', 'vac', 'tcpi'] as const;
export type Figure = (typeof figures)[number] & keyof BudgetFigures;

export const isIndex = (figure: Figure): boolean => figure === 'cpi' || figure === 'tcpi';
