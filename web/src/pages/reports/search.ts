import { dayIn, type Raw } from '../../search';

/** The day of the report; today by default. */
export const validateSearch = (raw: Raw): { as_of?: string } => ({ as_of: dayIn(raw, 'as_of') });
