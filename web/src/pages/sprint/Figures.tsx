import { useSession } from '../../api/session';
import type { Chart, Sprint } from '../../api/types.gen';
import { daysBetween } from '../../days';
import { useFormat, useT } from '../../i18n';
import { Figure } from '../../ui/Figure';
import { sumOf } from './burn';
import classes from './sprint.module.css';

export function Figures({ sprint, chart }: { sprint: Sprint; chart: Chart | undefined }) {
  const t = useT();
  const format = useFormat();
  const { done, points } = pointsOf(sprint, chart);
  const over = sprint.status === 'completed';
  return (
    <dl className={classes.figures}>
      <Figure
        name={t('sprint.figureDone')}
        value={t('sprint.ofPoints', { done: format.points(done), points: format.points(points) })}
        text={points > 0 ? format.percent(done / points) : t('sprint.noPoints')}
      />
      <Figure
        name={t('sprint.figureTickets')}
        value={
          over
            ? format.number(sprint.done_tickets)
            : t('sprint.ofPoints', {
                done: format.number(sprint.done_tickets),
                points: format.number(sprint.tickets),
              })
        }
        text={
          sprint.unestimated > 0 ? t('sprint.unestimated', { count: sprint.unestimated }) : t('sprint.allEstimated')
        }
      />
      <TimeFigure sprint={sprint} />
      <Figure
        name={t('sprint.figureScope')}
        value={
          chart
            ? `+${format.points(sumOf(chart.days, 'added'))} / −${format.points(sumOf(chart.days, 'removed'))}`
            : '…'
        }
        text={chart ? t('sprint.committed', { points: format.points(chart.committed) }) : ''}
      />
    </dl>
  );
}

/** Includes the points that were unfinished when the sprint was completed: they are in the chart, but no longer in the sprint. */
function pointsOf(sprint: Sprint, chart: Chart | undefined): { done: number; points: number } {
  const last = chart?.days.findLast((day) => day.scope !== null && day.done !== null);
  if (sprint.status !== 'completed' || last === undefined) return { done: sprint.done_points, points: sprint.points };
  return { done: last.done ?? 0, points: last.scope ?? 0 };
}

function TimeFigure({ sprint }: { sprint: Sprint }) {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  const { end_date: end } = sprint;
  if (end === null || sprint.status === 'completed') {
    const met = sprint.goal_met === null ? 'unsaid' : sprint.goal_met ? 'yes' : 'no';
    const over = sprint.status === 'completed';
    return (
      <Figure
        name={over ? t('sprint.goal') : t('sprint.figureTime')}
        value={over ? t(`sprint.met_${met}`) : t('backlog.noDates')}
        text={over && end !== null ? t('sprint.until', { date: format.date(end) }) : ''}
      />
    );
  }
  const left = daysBetween(today, end);
  const value = left < 0 ? t('projects.daysLate', { count: -left }) : t('projects.daysLeft', { count: left });
  return <Figure name={t('sprint.figureTime')} value={value} text={t('sprint.until', { date: format.date(end) })} />;
}
