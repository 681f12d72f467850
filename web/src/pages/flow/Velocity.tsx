import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { velocityQuery } from '../../api/sprints';
import type { Velocity as Past } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { BarChart } from '../../ui/charts/BarChart';
import { ChartFrame } from '../../ui/charts/ChartFrame';
import { ErrorState, Loading } from '../../ui/State';
import classes from './flow.module.css';

/** Points completed by recent sprints, next to what they committed to. */
export function Velocity({ project }: { project: string }) {
  const t = useT();
  const query = useQuery(velocityQuery(project));
  if (query.isPending) return <Loading rows={1} height={360} />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.sprints.length > 0) return <Bars project={project} velocity={query.data} />;
  const backlog = (
    <Anchor
      key="backlog"
      renderRoot={(props) => <Link {...props} to="/projects/$project/backlog" params={{ project }} />}
    >
      {t('flow.backlog')}
    </Anchor>
  );
  return (
    <ChartFrame
      title={t('flow.velocity')}
      summary={t('flow.velocityNone')}
      empty={t.rich('flow.velocityNext', { backlog })}
    >
      {null}
    </ChartFrame>
  );
}

function Bars({ project, velocity }: { project: string; velocity: Past }) {
  const t = useT();
  const format = useFormat();
  const { sprints, mean, low, high } = velocity;
  const name = (sprint: Past['sprints'][number]) =>
    sprint.end_date === null ? sprint.title : `${sprint.title} · ${format.date(sprint.end_date)}`;
  return (
    <div>
      <BarChart
        title={t('flow.velocity')}
        summary={velocityText(velocity, t, format)}
        names={sprints.map((sprint) => (sprint.title.length > 12 ? `${sprint.title.slice(0, 11)}…` : sprint.title))}
        longNames={sprints.map(name)}
        days={sprints.map((sprint) => sprint.title)}
        across={t('flow.sprint')}
        up={t('flow.points')}
        number={format.points}
        series={[
          {
            key: 'committed',
            label: t('flow.committed'),
            values: sprints.map((sprint) => sprint.committed),
            tone: 4,
            fill: 'stripes',
          },
          { key: 'done', label: t('flow.done'), values: sprints.map((sprint) => sprint.done), tone: 2, fill: 'plain' },
        ]}
        usual={
          mean === null
            ? undefined
            : {
                mean,
                low,
                high,
                meanLabel: t('flow.mean', { mean: format.points(mean) }),
                bandLabel: t('flow.band', { low: format.points(low), high: format.points(high) }),
              }
        }
        file="velocity"
      />
      <ul className={classes.links} aria-label={t('flow.sprints')}>
        {sprints.map((sprint) => (
          <li key={sprint.uuid}>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to="/projects/$project/sprints/$sprint" params={{ project, sprint: sprint.uuid }} />
              )}
            >
              {sprint.title}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Describes the expected velocity and how well commitments were met. */
export function velocityText({ sprints, mean, low, high }: Past, t: Translate, format: Format): string {
  const count = sprints.length;
  const promised = sprints.reduce((sum, sprint) => sum + sprint.committed, 0);
  const done = sprints.reduce((sum, sprint) => sum + sprint.done, 0);
  const values = { count, mean: format.points(mean), low: format.points(low), high: format.points(high) };
  const pace = low === null || high === null ? t('flow.velocityOne', values) : t('flow.velocityText', values);
  if (promised <= 0) return pace;
  return `${pace} ${t('flow.kept', { percent: format.percent(done / promised) })}`;
}
