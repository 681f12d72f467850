import { useSession } from '../../api/session';
import type { Chart, Sprint } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { fileName } from '../../ui/charts/csv';
import { LineChart } from '../../ui/charts/LineChart';
import { burndown, burnup, lastKnown, pace, scopeMarks, sumOf, todayIn } from './burn';
import classes from './sprint.module.css';

export function Charts({ sprint, chart }: { sprint: Sprint; chart: Chart }) {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  const { days } = chart;
  const axis = {
    days: days.map((day) => day.date),
    names: days.map((day) => format.day(day.date)),
    longNames: days.map((day) => format.date(day.date)),
    across: t('charts.day'),
    up: t('sprint.pointsAxis'),
    today: todayIn(days, today),
    marks: scopeMarks(days, t, format),
  };
  return (
    <div className={classes.charts}>
      <LineChart
        {...axis}
        title={t('sprint.burndown')}
        summary={downText(chart, t, format)}
        series={burndown(days, t)}
        file={fileName('burndown', sprint.title, 'sprint')}
      />
      <LineChart
        {...axis}
        title={t('sprint.burnup')}
        summary={upText(chart, t, format)}
        series={burnup(days, t)}
        file={fileName('burnup', sprint.title, 'sprint')}
      />
    </div>
  );
}

function downText(chart: Chart, t: Translate, format: Format): string {
  const day = lastKnown(chart.days);
  const ahead = pace(chart.days);
  if (day?.remaining == null || ahead === null) return t('sprint.notBegun');
  const values = {
    remaining: format.points(day.remaining),
    points: format.points(Math.abs(Math.round(ahead * 10) / 10)),
  };
  if (Math.abs(ahead) < 0.5) return t('sprint.onPace', values);
  return ahead > 0 ? t('sprint.aheadOfPace', values) : t('sprint.behindPace', values);
}

function upText(chart: Chart, t: Translate, format: Format): string {
  const day = lastKnown(chart.days);
  if (day === undefined) return t('sprint.notBegun');
  return t('sprint.burnupText', {
    done: format.points(day.done),
    scope: format.points(day.scope),
    added: format.points(sumOf(chart.days, 'added')),
    removed: format.points(sumOf(chart.days, 'removed')),
  });
}
