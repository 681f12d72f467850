import { oneOf, type Raw } from '../../search';

export interface ChangesSearch {
  project?: string;
  user?: string;
  noun?: string;
  from?: string;
  to?: string;
}

export function validateSearch(raw: Raw): ChangesSearch {
  return {
    project: oneOf(raw, 'project'),
    user: oneOf(raw, 'user'),
    noun: oneOf(raw, 'noun'),
    from: day(oneOf(raw, 'from')),
    to: day(oneOf(raw, 'to')),
  };
}

/** day drops what is no day: the server would refuse it. */
const day = (value: string | undefined) =>
  value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
