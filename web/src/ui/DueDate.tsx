import { useSession } from '../api/session';
import type { Card } from '../api/types.gen';
import { useFormat, useT } from '../i18n';
import classes from './marks.module.css';

/** Says when a ticket is due, or that it is late, in a few words; null without a date. */
export function useDue(
  { due_date: due }: Pick<Card, 'due_date'>,
  done: boolean,
): { text: string; late: boolean } | null {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  if (due === null) return null;
  const late = !done && due < today;
  return { text: t(late ? 'words.overdueSince' : 'words.dueOn', { day: format.day(due) }), late };
}

export function DueDate(props: { card: Card; done: boolean }) {
  const due = useDue(props.card, props.done);
  return due && <span className={due.late ? classes.late : classes.due}>{due.text}</span>;
}
