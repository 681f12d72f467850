import type { ReactNode } from 'react';
import classes from './ticket.module.css';

export function TicketSection(props: { id: string; title: string; aside?: ReactNode; children: ReactNode }) {
  const id = `ticket-${props.id}`;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.sectionHead}>
        <h3 id={id} className={classes.sectionTitle}>
          {props.title}
        </h3>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}
