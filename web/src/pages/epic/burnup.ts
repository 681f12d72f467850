import type { NodePage } from '../../api/types.gen';
import type { Translate } from '../../i18n';
import type { Series } from '../../ui/charts/series';

type Days = NodePage['burnup'];

/** Done comes first, so that its area never covers the scope line. */
export const burnupSeries = (days: Days, t: Translate): Series[] => [
  { key: 'done', label: t('sprint.done'), values: days.map((day) => day.done), tone: 2, area: true },
  { key: 'scope', label: t('sprint.scope'), values: days.map((day) => day.scope), tone: 3, dash: '6 3', step: true },
];

/** Points added since the first day; negative if the scope shrank. */
export const scopeGrowth = (days: Days): number => (days.at(-1)?.scope ?? 0) - (days[0]?.scope ?? 0);
