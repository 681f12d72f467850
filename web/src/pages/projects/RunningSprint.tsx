import { IconRun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import type { OverviewProject } from '../../api/types.gen';
import { daysBetween } from '../../days';
import { useT } from '../../i18n';
import classes from './projects.module.css';

export function RunningSprint({ project }: { project: OverviewProject }) {
  const t = useT();
  const { sprint } = project;
  if (sprint === null) return <span className={classes.quiet}>{t('projects.noSprint')}</span>;
  return (
    <span className={classes.sprint}>
      <IconRun size={16} aria-hidden />
      <Link
        to="/projects/$project/sprints/$sprint"
        params={{ project: project.uuid, sprint: sprint.uuid }}
        className={`${classes.link} ${classes.above} ${classes.cut}`}
      >
        {sprint.title}
      </Link>
      {sprint.end_date !== null && <TimeLeft end={sprint.end_date} />}
    </span>
  );
}

/** Days left in a sprint, or how late it is. */
export function TimeLeft(props: { end: string }) {
  const t = useT();
  const left = daysBetween(useSession().today, props.end);
  if (left < 0) return <span className={classes.late}>{t('projects.daysLate', { count: -left })}</span>;
  const text = left === 0 ? t('projects.lastDay') : t('projects.daysLeft', { count: left });
  return <span className={classes.quiet}>{text}</span>;
}
