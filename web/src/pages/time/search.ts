import { oneOf, type Raw } from '../../search';

export function validateSearch(raw: Raw): { day?: string; user?: string } {
  return { day: oneOf(raw, 'day'), user: oneOf(raw, 'user') };
}
