// The sections of the page, in order.
import type { FinancePage } from '../../api/types.gen';

export type FinanceSection =
  | 'summary'
  | 'reliability'
  | 'outlook'
  | 'reported'
  | 'curve'
  | 'schedule'
  | 'trend'
  | 'costs'
  | 'numbers';

/** What matters comes first. If something makes the numbers less reliable, that is said near the top, else at the end. */
export function sectionsOf({ past, warnings }: Pick<FinancePage, 'past' | 'warnings'>): FinanceSection[] {
  const doubt: FinanceSection[] = ['reliability'];
  const reported: FinanceSection[] = past ? ['reported'] : [];
  const doubtful = warnings.length > 0;
  return [
    'summary',
    ...(doubtful ? doubt : []),
    'outlook',
    ...reported,
    'curve',
    'schedule',
    'trend',
    'costs',
    'numbers',
    ...(doubtful ? [] : doubt),
  ];
}
