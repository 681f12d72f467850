import type { Texts } from '../texts';

export const ticket = {
  title: 'Ticket',
} satisfies Texts;
