import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useT } from '../../i18n';
import classes from './backlog.module.css';
import { useBacklog } from './context';
import { pastSprints } from './sections';

/** Completed sprints, collapsed. */
export function PastSprints() {
  const t = useT();
  const format = useFormat();
  const ctx = useBacklog();
  const [opened, { toggle }] = useDisclosure(false);
  const sprints = pastSprints(ctx.frame.sprints);
  const Sign = opened ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.past}>
      <UnstyledButton className={classes.pastButton} aria-expanded={opened} onClick={toggle}>
        <Sign size={16} aria-hidden />
        {t('backlog.past', { count: sprints.length })}
      </UnstyledButton>
      {opened && (
        <ul className={classes.pastList}>
          {sprints.map((sprint) => (
            <li key={sprint.uuid}>
              <Link
                to="/projects/$project/sprints/$sprint"
                params={{ project: ctx.project, sprint: sprint.uuid }}
                className={classes.nameLink}
              >
                {sprint.title}
              </Link>
              <span className={classes.sum}>
                {t('sprint.pointsDone', {
                  done: format.points(sprint.done_points),
                  points: format.points(sprint.points),
                })}
                {sprint.end_date !== null && ` · ${format.date(sprint.end_date)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
