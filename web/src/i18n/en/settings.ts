import type { Texts } from '../texts';

export const settings = {
  title: 'Settings',
  unsavedTitle: 'Leave without saving?',
  unsavedText: 'What you changed on this page is not saved and would be lost.',
  discard: 'Discard the changes',
} satisfies Texts;
