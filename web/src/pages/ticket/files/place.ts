// Where images go in a text that is being edited while they are uploaded.

/** Where a position of a text is after the text has been edited. Text typed at the position follows it. */
export function moved(at: number, before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same += 1;
  if (at <= same) return at;
  let tail = 0;
  while (tail < most - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return at >= before.length - tail ? at + after.length - before.length : after.length - tail;
}

/** Puts an image on a line of its own at a position of a text, and returns what was inserted too. */
export function withImage(text: string, at: number, image: string): { text: string; inserted: string } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const inserted = `${before === '' || before.endsWith('\n') ? '' : '\n'}${image}${after.startsWith('\n') ? '' : '\n'}`;
  return { text: before + inserted + after, inserted };
}
