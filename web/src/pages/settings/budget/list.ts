import type { BudgetFigures } from '../../../api/types.gen';

/** The figures that a budget or a reserve moves, in the order to read them. */
export const figures = ['bac', 'base_budget', 'contingency', 'pv', 'ev', 'cpi', 'eac', 'vac', 'tcpi'] as const;
export type Figure = (typeof figures)[number] & keyof BudgetFigures;

/** An index is a ratio; everything else is money. */
export const isIndex = (figure: Figure): boolean => figure === 'cpi' || figure === 'tcpi';
