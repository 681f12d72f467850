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
  submit: 'Create the administrator',
} satisfies Texts;
