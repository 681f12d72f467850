import type { NodePage } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { fileName } from '../../ui/charts/csv';
import { LineChart } from '../../ui/charts/LineChart';
import { burnupSeries, scopeGrowth } from './burnup';
import classes from './node.module.css';

/** Scope and completed work by day, from the first ticket on. */
export function Burnup({ node }: { node: NodePage }) {
  const t = useT();
  const format = useFormat();
  const { burnup: days } = node;
  const last = days.at(-1);
  const grown = scopeGrowth(days);
  const summary =
    last === undefined
      ? t('epic.burnupNone')
      : t(grown > 0 ? 'epic.burnupGrown' : grown < 0 ? 'epic.burnupShrunk' : 'epic.burnupText', {
          done: format.points(last.done),
          scope: format.points(last.scope),
          points: format.points(Math.abs(grown)),
          date: format.date(days[0]?.date ?? last.date),
        });
  return (
    <div className={classes.chart}>
      <LineChart
        title={t('sprint.burnup')}
        summary={summary}
        days={days.map((day) => day.date)}
        names={days.map((day) => format.day(day.date))}
        longNames={days.map((day) => format.date(day.date))}
        across={t('charts.day')}
        up={t('epic.pointsAxis')}
        series={burnupSeries(days, t)}
        file={fileName('burnup', node.title, 'epic')}
      />
    </div>
  );
}
