import { Progress as Bar } from '@mantine/core';
import { none, useFormat, useT } from '../../i18n';
import classes from './projects.module.css';

/** Share of the planned points that is done. */
export function Progress(props: { share: number | null; bare?: boolean }) {
  const t = useT();
  const format = useFormat();
  const percent = Math.round((props.share ?? 0) * 100);
  return (
    <div className={classes.progress}>
      {!props.bare && <span className={classes.quiet}>{t('projects.progress')}</span>}
      <Bar.Root size={8} radius="xl" className={classes.bar}>
        <Bar.Section
          value={percent}
          aria-label={t('projects.progress')}
          aria-valuetext={props.share === null ? t('projects.progressNone') : format.percent(props.share)}
        />
      </Bar.Root>
      <b className="figures">{props.share === null ? none : format.percent(props.share)}</b>
    </div>
  );
}
