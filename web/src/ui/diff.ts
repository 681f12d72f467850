// The difference between two texts, by lines and, within changed lines, by words.

export interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The largest table of lines or words that is compared; larger texts count as replaced as a whole. It takes 2 MB and some milliseconds. */
const mostCells = 1_000_000;

/** The pieces of both texts, in order: without the added ones they are `before`, and without the removed ones `after`. */
export function compare(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  let removed = '';
  for (const piece of [...script(linesOf(before), linesOf(after)), same('')]) {
    if (piece.kind === 'removed') removed = piece.text;
    else {
      if (piece.kind === 'added') pieces.push(...script(wordsOf(removed), wordsOf(piece.text)));
      else if (removed !== '') pieces.push({ kind: 'removed', text: removed });
      if (piece.kind === 'same') pieces.push(piece);
      removed = '';
    }
  }
  return joined(pieces);
}

const same = (text: string): Piece => ({ kind: 'same', text });

/** Lines with the line breaks that end them. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Words, each run of spaces, and each other character. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];

/** The difference between two lists. What was removed comes before what was added in its place. */
function script(before: string[], after: string[]): Piece[] {
  const start = commonLength(before, after, (list, n) => list[n]);
  const end = commonLength(before.slice(start), after.slice(start), (list, n) => list[list.length - 1 - n]);
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return joined([
    same(before.slice(0, start).join('')),
    ...middle(a, b),
    same(before.slice(before.length - end).join('')),
  ]);
}

function commonLength(a: string[], b: string[], at: (list: string[], n: number) => string | undefined): number {
  let n = 0;
  while (n < a.length && n < b.length && at(a, n) === at(b, n)) n += 1;
  return n;
}

/** Compares by the longest common subsequence. */
function middle(a: string[], b: string[]): Piece[] {
  const width = b.length + 1;
  if (a.length * width > mostCells) return [removal(a), addition(b)];
  const lengths = commonLengths(a, b);
  const length = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push(same(a[i] ?? ''));
      i += 1;
      j += 1;
    } else if (length(i + 1, j) >= length(i, j + 1)) {
      pieces.push(removal([a[i] ?? '']));
      i += 1;
    } else {
      pieces.push(addition([b[j] ?? '']));
      j += 1;
    }
  }
  return [...pieces, removal(a.slice(i)), addition(b.slice(j))];
}

/** For every i and j, the length of the longest common subsequence of a from i on and b from j on. */
function commonLengths(a: string[], b: string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return lengths;
}

const removal = (list: string[]): Piece => ({ kind: 'removed', text: list.join('') });
const addition = (list: string[]): Piece => ({ kind: 'added', text: list.join('') });

/** Joins neighbours of the same kind. Spaces between two changes belong to both, so that a rewritten sentence does not fall into single words. */
function joined(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed !== '') out.push({ kind: 'removed', text: removed });
    if (added !== '') out.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  const shown = pieces.filter((piece) => piece.text !== '');
  shown.forEach((piece, n) => {
    const isReplacing = removed !== '' && added !== '';
    const next = shown[n + 1];
    if (piece.kind === 'removed') removed += piece.text;
    else if (piece.kind === 'added') added += piece.text;
    else if (isReplacing && /^[^\S\n]+$/.test(piece.text) && next !== undefined && next.kind !== 'same') {
      removed += piece.text;
      added += piece.text;
    } else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') last.text += piece.text;
      else out.push(same(piece.text));
    }
  });
  flush();
  return out;
}
