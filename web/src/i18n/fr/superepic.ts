import type { superepic as en } from '../en/superepic';
import type { Same } from '../texts';

export const superepic: Same<typeof en> = {
  title: 'Super-epic',
};
