import type { Texts } from '../texts';

export const sprint = {
  title: 'Sprint',
} satisfies Texts;
