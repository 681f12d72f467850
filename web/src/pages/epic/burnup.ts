// The burn-up of an epic as lines.
import type { NodePage } from '../../api/types.gen';
import type { Translate } from '../../i18n';
import type { Series } from '../../ui/charts/series';

type Days = NodePage['burnup'];

/** burnupSeries are what is done, below all that there is to do; what is done never covers the scope line. */
export const burnupSeries = (days: Days, t: Translate): Series[] => [
  { key: 'done', label: t('epic.done'), values: days.map((day) => day.done), tone: 2, area: true },
  { key: 'scope', label: t('epic.scope'), values: days.map((day) => day.scope), tone: 3, dash: '6 3', step: true },
];

/** growth is how much scope came in since the first day, in points; negative: it shrank. */
export const growth = (days: Days): number => (days.at(-1)?.scope ?? 0) - (days[0]?.scope ?? 0);

/** fileOf is a name that every system takes. */
export const fileOf = (title: string): string =>
  `burnup-${
    title
      .normalize('NFKD')
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .toLowerCase() || 'epic'
  }`;
