import type { BudgetFigures, BudgetHistory } from '../../../api/types.gen';

/** The figures affected by budget and reserve, in reading order. */
export const figures = ['bac', 'base_budget', 'contingency', 'pv', 'ev', 'cpi', 'eac', 'vac', 'tcpi'] as const;
export type Figure = (typeof figures)[number] & keyof BudgetFigures;

export const isIndex = (figure: Figure): boolean => figure === 'cpi' || figure === 'tcpi';

export interface BudgetDraft {
  budget: number | null;
  contingency_pct: number;
  /** The first day on which it is in force. */
  from: string;
  reason: string;
}

/** The longest reason. */
export const reasonLimit = 500;

/** Whether another budget begins later, so that a budget from that day on does not change today's figures. */
export const hasLater = (history: Pick<BudgetHistory, 'budgets'>, from: string): boolean =>
  history.budgets.some((row) => row.from > from);

/** The text key of what must be fixed before the budget can be saved. */
export function wrongWith({ from }: BudgetDraft, today: string): 'budgetNoDay' | 'budgetFuture' | undefined {
  if (from === '') return 'budgetNoDay';
  return from > today ? 'budgetFuture' : undefined;
}
