import { dayIn, oneOf, type Raw } from '../../search';

/** The day shown (today by default), and the path of the term being explained. */
export function validateSearch(raw: Raw): { as_of?: string; path?: string } {
  const path = oneOf(raw, 'path');
  return {
    as_of: dayIn(raw, 'as_of'),
    path: path !== undefined && /^\d{1,9}(\.\d{1,9}){0,15}$/.test(path) ? path : undefined,
  };
}
