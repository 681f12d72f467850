import type { Texts } from '../texts';

export const backlog = {
  title: 'Backlog',
} satisfies Texts;
