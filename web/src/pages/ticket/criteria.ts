import { changedMeanwhile } from '../../api/http';

export interface Line {
  id: string;
  line: string;
}

/** Gives lines stable ids that survive reordering, even if two lines are equal. */
export function withIds(lines: string[]): Line[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const times = (seen.get(line) ?? 0) + 1;
    seen.set(line, times);
    return { id: `${times} ${line}`, line };
  });
}

/** The line that had an id. */
export const lineOf = (id: string): Line => ({ id, line: id.slice(id.indexOf(' ') + 1) });

/** Lines in the order of ids; a line that is not among them goes last. */
export function inOrder(lines: Line[], ids: string[]): Line[] {
  const place = ({ id }: Line) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return lines.toSorted((a, b) => place(a) - place(b));
}

/**
 * The line that a line of an earlier list has become. Lines that were reworded are recognised by their place between lines that were not and, if lines were
 * added or removed there too, by their words. Undefined if the line is gone.
 */
export function successor(earlier: string[], now: Line[], id: string): Line | undefined {
  const before = withIds(earlier);
  const at = before.findIndex((line) => line.id === id);
  const same = now.find((line) => line.id === id);
  if (same !== undefined || at < 0) return same;
  const gap = (lines: Line[], from: number, others: Line[]) => {
    const end = lines.findIndex((line, n) => n >= from && has(others, line.id));
    return lines.slice(from, end < 0 ? lines.length : end);
  };
  const start = before.findLastIndex((line, n) => n < at && has(now, line.id)) + 1;
  const anchor = before[start - 1]?.id;
  const lost = gap(before, start, now);
  const fresh = gap(now, now.findIndex((line) => line.id === anchor) + 1, before);
  return lost.length === fresh.length ? fresh[at - start] : mostAlike(fresh, id);
}

const has = (lines: Line[], id: string) => lines.some((line) => line.id === id);

function mostAlike(lines: Line[], id: string): Line | undefined {
  const words = new Set(wordsOf(lineOf(id).line));
  const shared = ({ line }: Line) => wordsOf(line).filter((word) => words.has(word)).length;
  const best = lines.toSorted((a, b) => shared(b) - shared(a))[0];
  return best !== undefined && shared(best) > 0 ? best : undefined;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export interface Rewording {
  id: string;
  /** The list when editing began. */
  earlier: string[];
  /** The line as its reader has seen it. */
  seen: string;
  line: string;
}

/** Lines with one of them reworded. It is added again if somebody else has removed it, and refused if they have reworded it. */
export function reworded(now: Line[], { id, earlier, seen, line }: Rewording): Line[] {
  const current = successor(earlier, now, id);
  if (current === undefined) return [...now, { id, line }];
  if (current.line !== seen && current.line !== line) throw changedMeanwhile();
  return now.map((one) => (one === current ? { id, line } : one));
}
