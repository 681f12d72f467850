import { expect, test } from 'vitest';
import { compare, type Piece } from './diff';

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
const tell = (before: string, after: string) =>
  compare(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join('');
const without = (pieces: Piece[], kind: Piece['kind']) =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('');

test('the difference names the words that changed, and rewritten passages stay whole', () => {
  expect(tell('Sell tickets', 'Sell tickets')).toBe('Sell tickets');
  expect(tell('', 'New')).toBe('{+New+}');
  expect(tell('Old', '')).toBe('[-Old-]');
  expect(tell('Sell tickets online', 'Sell tickets at the depot')).toBe('Sell tickets [-online-]{+at the depot+}');
  expect(tell('one two three', 'un deux three')).toBe('[-one two-]{+un deux+} three');
  expect(tell('café noir', 'café crème')).toBe('café [-noir-]{+crème+}');
});

test('lines that were inserted or removed are shown as a whole', () => {
  expect(tell('a\nb\nc', 'a\nc')).toBe('a\n[-b\n-]c');
  expect(tell('a\nc', 'a\nb\nc')).toBe('a\n{+b\n+}c');
  expect(tell('a\nold word\nc\nd', 'a\nnew word\nc\ne')).toBe('a\n[-old-]{+new+} word\nc\n[-d-]{+e+}');
});

test('both texts can be read from the difference, whatever they are', () => {
  let seed = 1;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  const text = () =>
    Array.from({ length: random(30) }, () => ['a', 'b', ' ', '\n', '. ', 'é', '😀'][random(7)]).join('');
  for (let n = 0; n < 500; n += 1) {
    const [before, after] = [text(), text()];
    const pieces = compare(before, after);
    expect(without(pieces, 'added')).toBe(before);
    expect(without(pieces, 'removed')).toBe(after);
    expect(pieces.every((piece, at) => piece.text !== '' && piece.kind !== pieces[at + 1]?.kind)).toBe(true);
  }
});

test('texts that are too long to be compared word by word are compared by lines, or as a whole', () => {
  const long = (word: string, separator: string) => Array.from({ length: 20_000 }, (_, n) => word + n).join(separator);
  const started = performance.now();
  expect(compare(long('a', ' '), long('b', ' ')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect(compare(long('a', '\n'), `${long('a', '\n')}\nend`).at(-1)).toEqual({ kind: 'added', text: '\nend' });
  expect(performance.now() - started).toBeLessThan(5_000);
});
