import type { WhatIf } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { LineChart } from '../../ui/charts/LineChart';
import { comparisonOf } from './comparison';

export function ComparisonCurves({ answer }: { answer: WhatIf }) {
  const t = useT();
  const format = useFormat();
  const unit = answer.now.finance.bac === null ? 'points' : 'money';
  const { days, differs, ...drawn } = comparisonOf(answer, unit, t);
  return (
    <LineChart
      {...drawn}
      title={t('forecast.curves')}
      summary={differs ? t('forecast.curvesText') : t('forecast.curvesSame')}
      days={days}
      names={days.map(format.day)}
      longNames={days.map(format.date)}
      across={t('finance.axisDay')}
      up={unit === 'money' ? t('finance.axisMoney') : t('finance.axisPoints')}
      number={unit === 'money' ? format.money : (value) => format.number(value, 2)}
      currency={unit === 'money' ? format.currency : null}
      file={`what-if-${answer.day}`}
      height={360}
    />
  );
}
