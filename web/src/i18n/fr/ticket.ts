import type { ticket as en } from '../en/ticket';
import type { Same } from '../texts';

export const ticket: Same<typeof en> = {
  title: 'Ticket',
};
