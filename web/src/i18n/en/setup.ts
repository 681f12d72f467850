import type { Texts } from '../texts';

export const setup = {
  title: 'Set up Earnest',
  lead: 'This instance is new. Create its first administrator; you can invite everyone else afterwards.',
  token: 'Setup token',
  tokenText: 'The server printed it when it started. It proves that the server is yours, and works once.',
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  password: 'Password',
  currency: 'Currency',
  currencyText: 'New projects get it. It can be changed later, for the instance and for each project.',
  submit: 'Create the administrator',
} satisfies Texts;
