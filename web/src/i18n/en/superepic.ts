import type { Texts } from '../texts';

export const superepic = {
  title: 'Super-epic',
} satisfies Texts;
