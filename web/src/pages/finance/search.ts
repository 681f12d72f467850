import { oneOf, type Raw } from '../../search';

/** The day that is shown (today when absent), and what the S-curve is drawn in. */
export function validateSearch(raw: Raw): { as_of?: string; unit?: 'money' | 'points' } {
  const unit = oneOf(raw, 'unit');
  return { as_of: dayOf(oneOf(raw, 'as_of')), unit: unit === 'money' || unit === 'points' ? unit : undefined };
}

/** dayOf lets only what looks like a day into the address of a request. */
export const dayOf = (value: string | undefined): string | undefined =>
  value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
