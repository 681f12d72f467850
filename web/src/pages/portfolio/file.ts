import type { Indicator } from '../../api/finance';
import type { PortfolioRow } from '../../api/types.gen';
import type { Translate } from '../../i18n';
import { fields } from '../../ui/indicators';
import { worstHealth } from './order';

type Cell = string | number | null;

/** Projects with all indicators at full precision. */
export function fileRows(rows: readonly PortfolioRow[], t: Translate, label: (field: Indicator) => string): Cell[][] {
  const head = [t('projects.name'), t('portfolio.health'), t('portfolio.currency'), ...fields.map(label)];
  return [
    head,
    ...rows.map((row) => [
      row.name,
      t(`words.health_${worstHealth(row) ?? 'none'}`),
      row.currency,
      ...fields.map((field) => row.finance[field]),
    ]),
  ];
}
