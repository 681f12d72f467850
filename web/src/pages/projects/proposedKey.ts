import { fold } from '../../searchWords';

const fewestLetters = 2;
const mostWords = 4;
const lettersOfOneWord = 3;

/**
 * The key that the server gives a project if none is typed: the initials of its name, or the first letters of a name that is one word. The server
 * adds another number if a project that the reader does not know has the key.
 */
export function proposedKey(name: string, taken: readonly string[]): string {
  const words = wordsOf(name);
  const initials = words.slice(0, mostWords).map((word) => word.charAt(0));
  const letters = words.length > 1 ? initials.join('') : (words[0] ?? '').slice(0, lettersOfOneWord);
  const best = letters.length < fewestLetters ? 'PROJ' : letters.toUpperCase();
  let free = best;
  for (let n = 2; taken.includes(free); n += 1) free = `${best}${n}`;
  return free;
}

/** The words of a name, reduced to the letters from a to z. */
const wordsOf = (name: string): string[] =>
  fold(name)
    .replace(/[\p{M}\p{N}'’]|(?![a-z])\p{L}/gu, '')
    .match(/[a-z]+/g) ?? [];
