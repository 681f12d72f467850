import type { Texts } from '../texts';

export const invitation = {
  title: 'Welcome to Earnest',
  lead: 'Hello {name}. Choose a password to get started.',
  leadNew: 'Tell us your name and choose a password to get started.',
  joins: { one: 'You are joining this project:', other: 'You are joining these projects:' },
  submit: 'Get started',
  resetTitle: 'Choose a new password',
  resetLead: 'Hello {name}. An administrator reset your password. Choose a new one.',
  resetSubmit: 'Save and sign in',
  endsFactor: 'Your second factor will be off afterwards. Turn it on again in your account.',
  invalidTitle: 'This link does not work',
  invalidText:
    'It has already been used, has expired, or was not copied completely. Ask whoever sent it for a new one.',
} satisfies Texts;
