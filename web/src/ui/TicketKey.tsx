import classes from './marks.module.css';

/** The key of a ticket or project, in quiet type. A ticket that is not saved yet has none. */
export function TicketKey(props: { value: string | undefined }) {
  return props.value ? <span className={classes.key}>{props.value}</span> : null;
}
