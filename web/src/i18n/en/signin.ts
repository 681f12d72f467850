import type { Texts } from '../texts';

export const signin = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  code: 'Code',
  codeText: 'The six digits from your authenticator app, or one of your recovery codes.',
  submit: 'Sign in',
  or: 'or',
  with: 'Sign in with {name}',
  oidc_unknown: 'There is no account here for you. Ask an administrator to add you.',
  oidc_unverified: 'Your provider has not confirmed your email address. Confirm it there, then try again.',
  oidc_failed: 'The sign-in was interrupted, or took too long. Try again.',
  oidc_denied: 'Your provider refused the sign-in, or you cancelled it there.',
  oidc_unavailable: 'Your provider is not responding. Try again in a moment, or sign in with a password.',
  account_inactive: 'This account is not active. Contact an administrator.',
  failed: 'Sign-in failed. Try again.',
  throttled: 'Too many attempts. You can try again in',
} satisfies Texts;
