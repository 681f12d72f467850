import type { Question } from '../../api/whatif';
import { oneOf, type Raw } from '../../search';

const asked = ['scope', 'velocity', 'rates', 'shift', 'finish'] as const;

/** The questions of a what-if. An address from outside is asked as it is: the server says what it cannot read. */
export function validateSearch(raw: Raw): Question {
  return Object.fromEntries(asked.map((name) => [name, oneOf(raw, name)]));
}
