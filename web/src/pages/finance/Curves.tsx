import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FinancePage } from '../../api/types.gen';
import { dayNumber } from '../../days';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { LineChart } from '../../ui/charts/LineChart';
import { showIndicator } from '../../ui/indicators';
import classes from './finance.module.css';
import { indicesOf } from './indices';
import { planGapText } from './notes';
import { type CurveUnit, curveOf } from './scurve';

/** Planned value, earned value and (if visible) actual cost by day, with the forecast. */
export function SCurveChart({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { unit: asked } = useSearch({ from: '/app/projects/$project/finance' });
  const priced = page.finance.bac !== null || page.sees_rates; // otherwise there is nothing to draw in money
  const unit = priced ? (asked ?? (page.finance.bac === null ? 'points' : 'money')) : 'points';
  const { days, ...drawn } = curveOf(page, unit, t);
  return (
    <LineChart
      {...drawn}
      title={t('finance.scurve')}
      summary={summaryOf(page, unit, t, format)}
      days={days}
      names={days.map(format.day)}
      longNames={days.map(format.date)}
      across={t('finance.axisDay')}
      up={unit === 'money' ? t('finance.axisMoney') : t('finance.axisPoints')}
      todayLabel={page.day === page.today ? undefined : t('finance.shownDay')}
      number={unit === 'money' ? format.money : (value) => format.number(value, 2)}
      currency={unit === 'money' ? format.currency : null}
      file={`s-curve-${page.day}`}
      height={360}
      actions={priced && <UnitSwitch unit={unit} />}
    />
  );
}

function UnitSwitch({ unit }: { unit: CurveUnit }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      className={classes.switch}
      aria-label={t('finance.drawnIn')}
      value={unit}
      data={[
        { value: 'money', label: t('finance.inMoney') },
        { value: 'points', label: t('finance.inPoints') },
      ]}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: (old) => ({ ...old, unit: chosen as CurveUnit }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function summaryOf(page: FinancePage, unit: CurveUnit, t: Translate, format: Format): string {
  const { finance, forecast } = page;
  const value = (field: Parameters<typeof showIndicator>[1]) => showIndicator(format, field, finance[field]);
  const told = { day: format.date(page.day), pv: value('pv'), ev: value('ev'), ac: value('ac'), bac: value('bac') };
  const points = { planned: value('planned_sp'), earned: value('earned_sp'), total: value('total_sp') };
  const text = unit === 'points' ? t('finance.scurvePoints', { ...told, ...points }) : t(moneyText(page), told);
  const cone = forecast.finish === null ? '' : t('finance.scurveCone');
  return [text, planGapText(page, unit, t, format), cone].filter((part) => part !== '').join(' ');
}

function moneyText({ finance, sees_rates }: FinancePage) {
  if (!sees_rates) return 'finance.scurveValue';
  return finance.bac === null ? 'finance.scurveCost' : 'finance.scurveMoney';
}

/** CPI and SPI as reported; only SPI if cost is hidden. */
export function IndexChart({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { days, series, bands } = indicesOf(page, t);
  return (
    <LineChart
      title={t(page.sees_rates ? 'finance.indices' : 'finance.indexSpi')}
      summary={t('finance.indicesText', {
        amber: format.ratio(page.thresholds.amber),
        red: format.ratio(page.thresholds.red),
      })}
      days={days}
      names={days.map(format.day)}
      longNames={days.map(format.date)}
      places={days.map(dayNumber)}
      across={t('finance.axisDay')}
      up={t('finance.axisIndex')}
      series={series}
      empty={t('finance.indicesNone')}
      bands={bands}
      tight
      number={format.ratio}
      file={`${page.sees_rates ? 'cpi-' : ''}spi-${page.day}`}
      height={260}
    />
  );
}
