// CPI and SPI over time (only SPI if cost is hidden), with the amber and red bands.
import type { FinancePage } from '../../api/types.gen';
import type { Translate } from '../../i18n';
import type { Band, Series } from '../../ui/charts/series';

export interface Indices {
  days: string[];
  series: Series[];
  bands: Band[];
}

/** The reported days, ending with the day shown. A single day is no line, so there is nothing to draw. */
export function indicesOf(page: FinancePage, t: Translate): Indices {
  const { history, finance, day, thresholds } = page;
  const past = history.filter((point) => point.day < day);
  const known = [...past, { day, cpi: finance.cpi, spi: finance.spi }];
  const first = known.findIndex((point) => point.cpi !== null || point.spi !== null);
  const points = first < 0 || first === known.length - 1 ? [] : known.slice(first);
  const cpi: Series = { key: 'cpi', label: 'CPI', values: points.map((point) => point.cpi), tone: 1 };
  return {
    days: points.map((point) => point.day),
    series: [
      ...(page.sees_rates ? [cpi] : []),
      { key: 'spi', label: 'SPI', values: points.map((point) => point.spi), tone: 2, dash: '7 4' },
      {
        key: 'one',
        label: t('finance.lineOne'),
        short: '',
        values: points.map(() => 1),
        tone: 4,
        dash: '1 4',
        thin: true,
      },
    ],
    bands: [
      { kind: 'red', to: thresholds.red, label: t('words.health_red') },
      { kind: 'amber', from: thresholds.red, to: thresholds.amber, label: t('words.health_amber') },
      { kind: 'good', from: thresholds.amber, label: t('words.health_good') },
    ],
  };
}
