import type { sprint as en } from '../en/sprint';
import type { Same } from '../texts';

export const sprint: Same<typeof en> = {
  title: 'Sprint',
};
