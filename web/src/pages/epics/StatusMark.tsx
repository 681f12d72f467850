import classes from './epics.module.css';
import { useStatusWord } from './useStatusWord';

/** A status as a label with a shape that fills as work progresses. */
export function StatusMark(props: { status: string }) {
  const word = useStatusWord();
  return (
    <span className={classes.status} data-status={props.status}>
      <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
        <circle cx={6} cy={6} r={5} className={classes.ring} />
        {props.status === 'in_progress' && <path d="M6 1a5 5 0 0 1 0 10z" className={classes.filling} />}
        {props.status === 'in_review' && <path d="M6 1a5 5 0 1 1 -5 5h5z" className={classes.filling} />}
        {props.status === 'done' && <circle cx={6} cy={6} r={5} className={classes.filling} />}
        {props.status === 'blocked' && <path d="M2.5 9.5l7 -7" className={classes.stroke} />}
      </svg>
      {word(props.status)}
    </span>
  );
}
