const letters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** The text in lower case, without accents, and with ligatures written as two letters, as in the server's search. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[œæßøłđ]/g, (letter) => letters[letter] ?? letter);

/** Whether the text contains every word of a query, ignoring case and accents. */
export function containsWords(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether every word of a query is the beginning of a word in the text, as in the server's search. */
export function beginsWords(text: string, query: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(query);
  return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
}
