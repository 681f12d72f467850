import { Text, Title } from '@mantine/core';
import type { Portfolio, Totals } from '../../api/types.gen';
import { InCurrency, useFormat, useT } from '../../i18n';
import { EacComparison } from './EacComparison';
import { convertRows } from './eac';
import { PortfolioSummary } from './PortfolioSummary';
import classes from './portfolio.module.css';
import { TotalCards } from './TotalCards';

/** The projects with one currency, in words and figures. Their currency is the title if there are others. */
export function CurrencyTotals({ totals, portfolio }: { totals: Totals; portfolio: Portfolio }) {
  const t = useT();
  const format = useFormat();
  const { currency } = totals;
  const rows = portfolio.rows.filter((row) => row.currency === currency);
  const title = currency === null ? t('portfolio.noCurrency') : format.currencyName(currency);
  const alone = portfolio.by_currency.length === 1;
  const figures = (
    <InCurrency currency={currency}>
      <PortfolioSummary totals={totals} rows={rows} />
      <TotalCards totals={totals} thresholds={portfolio.thresholds} of={alone ? undefined : title} />
      <EacComparison totals={totals} rows={rows} />
    </InCurrency>
  );
  if (alone) return figures;
  return (
    <section className={classes.part} data-currency={currency ?? 'none'} aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {figures}
    </section>
  );
}

/** Everything in one currency with the exchange rates used, or why amounts are not added up. */
export function ConvertedTotals({ portfolio }: { portfolio: Portfolio }) {
  const t = useT();
  const format = useFormat();
  const { converted, thresholds } = portfolio;
  const code = converted?.totals.currency ?? null;
  return (
    <section className={classes.part} data-currency="converted" aria-label={t('portfolio.together')}>
      <Title order={2} mb="xs">
        {t('portfolio.together')}
      </Title>
      {converted === null || code === null ? (
        <Text c="dimmed" maw="60rem">
          {t('portfolio.notConverted')}
        </Text>
      ) : (
        <InCurrency currency={code}>
          <Text c="dimmed" maw="60rem" mb="xs">
            {t('portfolio.convertedText', {
              currency: format.currencyName(code),
              rates: format.list(
                converted.rates.map(({ from, to, rate, from_day }) =>
                  t('portfolio.rateUsed', { from, to, rate: format.number(rate, 9), day: format.date(from_day) }),
                ),
              ),
            })}
          </Text>
          <TotalCards totals={converted.totals} thresholds={thresholds} of={t('portfolio.together')} />
          <EacComparison totals={converted.totals} rows={convertRows(portfolio.rows, converted)} />
        </InCurrency>
      )}
    </section>
  );
}
