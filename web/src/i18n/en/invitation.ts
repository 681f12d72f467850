import type { Texts } from '../texts';

export const invitation = {
  title: 'Welcome to Earnest',
  lead: 'Hello {name}. Choose a password to begin.',
  leadNew: 'Tell us your name and choose a password to begin.',
  joins: { one: 'You join this project:', other: 'You join these projects:' },
  submit: 'Begin',
  resetTitle: 'Choose a new password',
  resetLead: 'Hello {name}. An administrator reset your password. Choose a new one.',
  resetSubmit: 'Save and sign in',
  endsFactor: 'Your second factor will be off afterwards. Turn it on again in your account.',
  invalidTitle: 'This link does not work',
  invalidText: 'It was used already, has expired, or was not copied whole. Ask who sent it for a new one.',
} satisfies Texts;
