import type { backlog as en } from '../en/backlog';
import type { Same } from '../texts';

export const backlog: Same<typeof en> = {
  title: 'Backlog',
};
