import { dayIn, oneOf, type Raw } from '../../search';

/** The day shown (today by default), and the unit of the S-curve. */
export function validateSearch(raw: Raw): { as_of?: string; unit?: 'money' | 'points' } {
  const unit = oneOf(raw, 'unit');
  return { as_of: dayIn(raw, 'as_of'), unit: unit === 'money' || unit === 'points' ? unit : undefined };
}
