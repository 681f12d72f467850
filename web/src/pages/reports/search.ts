import { oneOf, type Raw } from '../../search';

/** A day that is none is left out: the report would refuse it. */
export function validateSearch(raw: Raw): { as_of?: string } {
  const day = oneOf(raw, 'as_of');
  const known = day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T12:00:00Z`));
  return { as_of: known ? day : undefined };
}
