// The sections of the page, in order.
import type { FinancePage } from '../../api/types.gen';

export type FinanceSection =
  | 'summary'
  | 'reliability'
  | 'outlook'
  | 'reported'
  | 'curve'
  | 'forecast'
  | 'schedule'
  | 'trend'
  | 'costs'
  | 'numbers';

/**
 * What matters comes first. If something makes the numbers less reliable, that is said near the top, else at the end. Warnings about
 * edits are in the summary.
 */
export function sectionsOf(page: Pick<FinancePage, 'past' | 'warnings' | 'forecast'>): FinanceSection[] {
  const doubt: FinanceSection[] = ['reliability'];
  const reported: FinanceSection[] = page.past ? ['reported'] : [];
  const forecast: FinanceSection[] = page.forecast.state === 'forecast' ? ['forecast'] : [];
  const doubtful = page.warnings.some(({ edited }) => edited === null);
  return [
    'summary',
    ...(doubtful ? doubt : []),
    'outlook',
    ...reported,
    'curve',
    ...forecast,
    'schedule',
    'trend',
    'costs',
    'numbers',
    ...(doubtful ? [] : doubt),
  ];
}
