import { dayIn, oneOf, type Raw } from '../../search';

/** Ignores invalid days. */
export function validateSearch(raw: Raw): { from?: string; to?: string; project?: string } {
  return { from: dayIn(raw, 'from'), to: dayIn(raw, 'to'), project: oneOf(raw, 'project') };
}
