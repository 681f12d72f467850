import { expect, test } from 'vitest';
import { mergedChoice } from './changedFields';

test('a choice adds and removes its own, and leaves what somebody else has added or removed meanwhile', () => {
  expect(mergedChoice(['a', 'theirs'], ['a'], ['a', 'mine'])).toEqual(['a', 'theirs', 'mine']);
  expect(mergedChoice(['a', 'b', 'theirs'], ['a', 'b'], ['b'])).toEqual(['b', 'theirs']);
  expect(mergedChoice(['b'], ['a', 'b'], ['a', 'b', 'mine'])).toEqual(['b', 'mine']);
  expect(mergedChoice(['a', 'same'], ['a'], ['a', 'same'])).toEqual(['a', 'same']);
});
