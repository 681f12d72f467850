import type { superepic as en } from '../en/superepic';
import type { Translated } from '../texts';

export const superepic: Translated<typeof en> = {
  title: 'Super-epic',
};
