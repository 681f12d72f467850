import { none, useFormat, useT } from '../../i18n';
import classes from './epics.module.css';

/** Progress as a bar and a percentage; a dash if there is nothing to do yet. */
export function ProgressBar(props: { value: number | null; of: string }) {
  const t = useT();
  const format = useFormat();
  const text = props.value === null ? none : format.percent(props.value);
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden="true">
        <span style={{ width: `${(props.value ?? 0) * 100}%` }} />
      </span>
      <span role="img" className="figures" aria-label={t('epics.shareOf', { title: props.of, share: text })}>
        {text}
      </span>
    </span>
  );
}
