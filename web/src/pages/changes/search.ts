import { dayIn, oneOf, type Raw } from '../../search';

interface ChangesSearch {
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
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
  };
}
