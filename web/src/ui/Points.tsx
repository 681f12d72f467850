import { Tooltip } from '@mantine/core';
import { useFormat, useT } from '../i18n';
import classes from './marks.module.css';

/** Story points; a dash if not estimated. */
export function Points(props: { value: number | null }) {
  const t = useT();
  const format = useFormat();
  const word = props.value === null ? t('words.unestimated') : t('words.points', { count: props.value });
  return (
    <Tooltip label={word}>
      <span role="img" className={classes.points} aria-label={word}>
        {format.points(props.value)}
      </span>
    </Tooltip>
  );
}
