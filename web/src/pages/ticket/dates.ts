import type { Ticket } from '../../api/types.gen';

export type Dates = Pick<Ticket, 'start_date' | 'due_date'>;

/** Whether a ticket with these dates would be due before it starts. */
export const isBackwards = ({ start_date, due_date }: Dates): boolean =>
  start_date !== null && due_date !== null && due_date < start_date;
