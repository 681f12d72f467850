import { dayIn, oneOf, type Raw } from '../../search';

/** validateSearch keeps only days that there are: a mistyped one is as good as none. */
export function validateSearch(raw: Raw): { from?: string; to?: string; project?: string } {
  return { from: dayIn(raw, 'from'), to: dayIn(raw, 'to'), project: oneOf(raw, 'project') };
}
