import type { PortfolioRow, Totals } from '../../api/types.gen';
import type { Format, Translate } from '../../i18n';
import { worstHealth } from './order';

/** Describes the portfolio from its totals. */
export function sentences(totals: Totals, rows: readonly PortfolioRow[], t: Translate, format: Format): string[] {
  return [cost(totals, t, format), due(totals, t, format), trouble(rows, t)].filter((said) => said !== '');
}

function cost({ cpi, eac, vac, bac, with_bac: count }: Totals, t: Translate, format: Format): string {
  if (count === 0) return t('portfolio.sayNoBudget');
  if (cpi === null) return t('portfolio.sayNoCost', { count, bac: format.money(bac) });
  if (eac === null || vac === null) return t('portfolio.sayNothingEarned');
  const values = {
    one: format.money(1),
    cpi: format.perUnit(cpi),
    eac: format.money(eac),
    bac: format.money(bac),
    count,
  };
  const amount = format.money(Math.abs(vac));
  if (amount === format.money(0)) return t('portfolio.sayOn', values);
  return t(vac < 0 ? 'portfolio.sayOver' : 'portfolio.sayUnder', { ...values, amount });
}

function due({ spi, with_bac: count }: Totals, t: Translate, format: Format): string {
  return spi === null || count === 0 ? '' : t('portfolio.sayDue', { percent: format.percent(spi) });
}

function trouble(rows: readonly PortfolioRow[], t: Translate): string {
  const count = (state: string) => rows.filter((row) => worstHealth(row) === state).length;
  const [red, amber] = [count('red'), count('amber')];
  const said = [
    red > 0 ? t('portfolio.sayRed', { count: red }) : '',
    amber > 0 ? t('portfolio.sayAmber', { count: amber }) : '',
  ].filter((part) => part !== '');
  if (said.length > 0) return said.join(' ');
  return rows.some((row) => worstHealth(row) === 'good') ? t('portfolio.sayGood') : '';
}
