import { oneOf, type Raw } from '../../search';
import { isDay } from '../time/week';

/** validateSearch keeps only days that there are: a mistyped one is as good as none. */
export function validateSearch(raw: Raw): { from?: string; to?: string; project?: string } {
  const day = (name: string) => {
    const given = oneOf(raw, name);
    return given !== undefined && isDay(given) ? given : undefined;
  };
  return { from: day('from'), to: day('to'), project: oneOf(raw, 'project') };
}
