import { Tooltip } from '@mantine/core';
import type { OverviewProject } from '../../api/types.gen';
import { useT } from '../../i18n';
import { Avatar } from '../../ui/Avatar';
import classes from './projects.module.css';

export function Members({ project }: { project: OverviewProject }) {
  const t = useT();
  const shown = project.members.slice(0, 4);
  const names = project.members.map((member) => member.name).join(', ');
  const more = project.member_count - shown.length;
  const label = t('projects.memberNames', { count: project.member_count, names });
  return (
    <Tooltip label={label} multiline maw={280}>
      <span role="img" aria-label={label} className={`${classes.members} ${classes.above}`}>
        {shown.map((member) => (
          <Avatar key={member.user_id} id={member.user_id} name={member.name} size={26} decorative />
        ))}
        {more > 0 && <span className={classes.more}>{`+${more}`}</span>}
      </span>
    </Tooltip>
  );
}
