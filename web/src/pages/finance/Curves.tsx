import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FinancePage } from '../../api/types.gen';
import { dayNumber } from '../../days';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { LineChart } from '../../ui/charts/LineChart';
import { type Indicator, showIndicator } from '../../ui/indicators';
import classes from './finance.module.css';
import { indicesOf } from './indices';
import { planGapText } from './notes';
import { type CurveUnit, curveOf, stepMarks, stepText } from './scurve';

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
      marks={unit === 'money' ? stepMarks(page.budget_steps, days, t, format) : undefined}
      marksColumn={t('finance.stepColumn')}
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
  const value = (field: Indicator) => showIndicator(format, field, finance[field]);
  const told = { day: format.date(page.day), pv: value('pv'), ev: value('ev'), ac: value('ac'), bac: value('bac') };
  const points = { planned: value('planned_sp'), earned: value('earned_sp'), total: value('total_sp') };
  const text = unit === 'points' ? t('finance.scurvePoints', { ...told, ...points }) : t(moneyText(page), told);
  const gap = planGapText(page, unit, t, format);
  const steps = unit === 'money' ? stepsText(page, t, format) : [];
  const restated = page.curve.some((point) => point.date < page.day) ? [t('finance.scurveRestated')] : [];
  const cone = forecast.finish === null ? [] : [t('finance.scurveCone')];
  return [text, ...(gap === '' ? [] : [gap]), ...steps, ...restated, ...cone].join(' ');
}

/** Says why the curve steps, if it does. */
function stepsText({ budget_steps: steps }: FinancePage, t: Translate, format: Format): string[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const text = t('finance.stepOn', { day: format.date(last.date), step: stepText(last, t, format) });
  return [t('finance.scurveSteps', { count: steps.length, last: text })];
}

function moneyText({ finance, sees_rates }: FinancePage) {
  if (!sees_rates) return 'finance.scurveValue';
  return finance.bac === null ? 'finance.scurveCost' : 'finance.scurveMoney';
}

/** CPI and SPI as stored day by day; only SPI if cost is hidden. */
export function IndexChart({ page }: { page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { days, series, bands } = indicesOf(page, t);
  return (
    <LineChart
      title={t(page.sees_rates ? 'finance.indices' : 'finance.indexSpi')}
      summary={indicesText(page, t, format)}
      days={days}
      names={days.map(format.day)}
      longNames={days.map(format.date)}
      places={days.map(dayNumber)}
      across={t('finance.axisDay')}
      up={t('finance.axisIndex')}
      series={series}
      empty={t('finance.indicesFew')}
      bands={bands}
      tight
      number={format.ratio}
      file={`${page.sees_rates ? 'cpi-' : ''}spi-${page.day}`}
      height={260}
    />
  );
}

/** Says where the points come from, and what the bands mean. */
function indicesText({ history, day, past, thresholds }: FinancePage, t: Translate, format: Format): string {
  const stored = history.some((point) => point.day < day);
  const bands = { amber: format.ratio(thresholds.amber), red: format.ratio(thresholds.red) };
  return [
    t(stored ? 'finance.indicesStored' : 'finance.indicesNone'),
    ...(stored && past ? [t('finance.indicesShown')] : []),
    t('finance.indicesText', bands),
  ].join(' ');
}
