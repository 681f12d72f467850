import { expect, test } from 'vitest';
import type { FrameMember } from '../../api/types.gen';
import { insertMention, matchingMembers, mentionAt, mentionsIn } from './mention';

const member = (user_id: number, name: string, status: FrameMember['status'] = 'active'): FrameMember => ({
  ...{ user_id, name, status, uuid: String(user_id), firstname: '', lastname: '' },
  ...{ role: 'member', scrum_role: 'developer', service: '' },
});
const team = [
  member(1, 'Zoé Martin'),
  member(2, 'Ann Lee'),
  member(3, 'Ann Lee Marsh'),
  member(4, 'Max Old', 'inactive'),
];

test('an @ asks for a person, but not inside a word', () => {
  expect(mentionAt('hello @zo', 9)).toEqual({ at: 6, typed: 'zo' });
  expect(mentionAt('@', 1)).toEqual({ at: 0, typed: '' });
  expect(mentionAt('(@Ann Le', 8)).toEqual({ at: 1, typed: 'Ann Le' });
  expect(mentionAt('me@example', 10)).toBeUndefined();
  expect(mentionAt('@Ann Lee and', 12)).toBeUndefined();
});

test('people are found by either name, accents or not, unless they left', () => {
  expect(matchingMembers(team, 'zoe').map((one) => one.user_id)).toEqual([1]);
  expect(matchingMembers(team, 'mar').map((one) => one.user_id)).toEqual([1, 3]);
  expect(matchingMembers(team, 'max')).toEqual([]);
});

test('a name takes the place of what was typed', () => {
  expect(insertMention('hi @an, ok', 6, { at: 3, typed: 'an' }, 'Ann Lee')).toEqual({
    text: 'hi @Ann Lee , ok',
    caret: 12,
  });
});

test('those whose whole name is there are mentioned', () => {
  expect(mentionsIn('@Ann Lee Marsh and @Zoé Martin', team)).toEqual([1, 3]);
  expect(mentionsIn('@Ann Lee and @Ann Lee Marsh', team)).toEqual([2, 3]);
  expect(mentionsIn('@Ann Leeds', team)).toEqual([]);
});
