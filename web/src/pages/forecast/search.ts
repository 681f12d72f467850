import type { Question } from '../../api/whatif';
import { oneOf, type Raw } from '../../search';

const asked = ['scope', 'velocity', 'rates', 'shift', 'finish', 'growth'] as const;

/** The what-if question. It is passed on unchecked, because the server reports what it cannot parse. */
export function validateSearch(raw: Raw): Question {
  return Object.fromEntries(asked.map((name) => [name, oneOf(raw, name)]));
}
