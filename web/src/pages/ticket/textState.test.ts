import { expect, test } from 'vitest';
import { type TextState, type Typing, textState } from './textState';

const nothing: Typing = { typed: null, base: null, aside: null, isOpen: false, isSent: false };
const typed = { typed: 'mine', base: 'old' };

test.each<[string, Partial<Typing>, string, Partial<TextState>]>([
  ['nothing has happened', {}, 'old', { phase: 'idle', draft: 'old', unsaved: false, mine: null }],
  ['the editor has been opened', { isOpen: true }, 'old', { phase: 'open', draft: 'old', unsaved: false }],
  ['something has been typed', { ...typed, isOpen: true }, 'old', { phase: 'open', draft: 'mine', unsaved: true }],
  ['the editor has been closed', typed, 'old', { phase: 'parked', draft: 'mine', unsaved: true, clash: false }],
  ['others save, nothing is typed', { isOpen: true }, 'theirs', { phase: 'open', draft: 'theirs', clash: false }],
  ['others save, a draft is untouched', { typed: 'old', base: 'old' }, 'theirs', { phase: 'idle', draft: 'theirs' }],
  ['others save while one types', { ...typed, isOpen: true }, 'theirs', { phase: 'open', clash: true, mine: 'mine' }],
  ['others save the same', { ...typed, isOpen: true }, 'mine', { phase: 'open', unsaved: false, clash: false }],
  [
    'one edits theirs',
    { typed: 'theirs!', base: 'theirs', aside: 'mine' },
    'theirs',
    { phase: 'parked', mine: 'mine' },
  ],
  ['the text is being saved', { ...typed, isSent: true }, 'old', { phase: 'sent', clash: false, mine: null }],
  ['saving took place unseen', typed, 'mine', { phase: 'idle', isStored: true, clash: false, mine: null }],
  [
    'saving a line took place unseen, and the server dropped the spaces around it',
    { typed: ' mine ', base: 'old' },
    'mine',
    { phase: 'idle', isStored: true, clash: false, mine: null },
  ],
  ['a text that is saved with its spaces', { typed: 'a\n', base: 'old', isOpen: true }, 'a', { draft: 'a\n' }],
])('%s', (_, change, text, expected) => {
  expect(textState({ ...nothing, ...change }, text)).toMatchObject(expected);
});
