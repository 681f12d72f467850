// Parses inline Markdown into a tree; text is never treated as HTML. The parser makes a single pass from left to right and
// remembers unclosed marks, so hostile input costs no more than any other.

import { type Image, imageAt } from './image';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | ({ kind: 'image' } & Image)
  | { kind: 'strong' | 'em' | 'del'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

/** Allows only web and mail links. */
export function safeHref(href: string): string | undefined {
  const address = href.trim();
  return /^(https?:\/\/|mailto:)[^\s]+$/i.test(address) ? address : undefined;
}

interface Hit {
  /** Where the text continues. */
  end: number;
  made: Inline;
}

/** The parser's state; `open` contains the marks known to stay unclosed until the end. */
interface Run {
  text: string;
  depth: number;
  open: Set<string>;
}

const deepest = 8;
const space = /\s/;
const letter = /[\p{L}\p{N}_]/u;
const link = /\[([^\]\n]{1,500})\]\(([^()\s]{1,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,5})\)/y;
const bare = /https?:\/\/[^\s<>"']{0,2000}[^\s<>"'.,;:!?)\]}*_`]/iy;

export function parseInline(text: string, depth = 0): Inline[] {
  const run: Run = { text, depth, open: new Set() };
  const found: Inline[] = [];
  let plain = 0;
  let at = 0;
  while (at < text.length) {
    const hit = depth < deepest ? hitAt(run, at) : undefined;
    if (hit === undefined) {
      at += 1;
      continue;
    }
    if (at > plain) found.push({ kind: 'text', text: text.slice(plain, at) });
    found.push(hit.made);
    plain = at = hit.end;
  }
  if (plain < text.length) found.push({ kind: 'text', text: text.slice(plain) });
  return found;
}

/** What starts at a position, if anything. */
function hitAt(run: Run, at: number): Hit | undefined {
  switch (run.text[at]) {
    case '`':
      return code(run, at);
    case '[':
      return linkAt(run, at);
    case '!':
      return image(run, at);
    case 'h':
    case 'H':
      return bareAt(run, at);
    case '*':
      return run.text[at + 1] === '*' ? pair(run, at, '**', 'strong') : star(run, at);
    case '~':
      return pair(run, at, '~~', 'del');
    case '_':
      return underline(run, at);
    case '\n':
    case '\\':
    case ' ':
      return lineBreak(run, at);
    default:
      return undefined;
  }
}

function code(run: Run, at: number): Hit | undefined {
  const { text, open } = run;
  if (text[at - 1] === '`') return undefined;
  const ticks = /`+/y;
  ticks.lastIndex = at;
  const mark = ticks.exec(text)?.[0] ?? '';
  if (open.has(mark)) return undefined;
  for (let end = text.indexOf(mark, at + mark.length); end >= 0; end = text.indexOf(mark, end)) {
    const after = endOfRun(text, end, '`');
    if (after - end === mark.length) {
      return { end: after, made: { kind: 'code', text: text.slice(at + mark.length, end).trim() } };
    }
    end = after;
  }
  open.add(mark);
  return undefined;
}

/** The first position after a run of one character. */
function endOfRun(text: string, from: number, character: string): number {
  let end = from;
  while (text[end] === character) end += 1;
  return end;
}

function linkAt(run: Run, at: number): Hit | undefined {
  link.lastIndex = at;
  const match = link.exec(run.text);
  const href = safeHref(match?.[2] ?? '');
  if (match === null || href === undefined) return undefined;
  const inside = parseInline(match[1] ?? '', run.depth + 1);
  return { end: at + match[0].length, made: { kind: 'link', href, inside } };
}

function image(run: Run, at: number): Hit | undefined {
  const found = imageAt(run.text, at);
  return found && { end: found.end, made: { kind: 'image', ...found.image } };
}

function bareAt(run: Run, at: number): Hit | undefined {
  bare.lastIndex = at;
  const match = bare.exec(run.text)?.[0];
  const href = safeHref(match ?? '');
  if (match === undefined || href === undefined) return undefined;
  return { end: at + match.length, made: { kind: 'link', href, inside: [{ kind: 'text', text: match }] } };
}

/** Parses a two-character mark whose closing mark does not follow a space. */
function pair(run: Run, at: number, mark: '**' | '~~', kind: 'strong' | 'del'): Hit | undefined {
  const { text, open } = run;
  const first = text[at + 2];
  if (!text.startsWith(mark, at) || first === undefined || space.test(first) || open.has(mark)) return undefined;
  for (let end = text.indexOf(mark, at + 3); end >= 0; end = text.indexOf(mark, end + 1)) {
    const closes = !space.test(text[end - 1] ?? ' ') && (mark !== '**' || text[end + 2] !== '*');
    if (closes) return around(run, kind, at + 2, end, 2);
  }
  open.add(mark);
  return undefined;
}

/** Parses a single star, closed by another single star that does not follow a space. */
function star(run: Run, at: number): Hit | undefined {
  const { text, open } = run;
  const first = text[at + 1];
  if (first === undefined || space.test(first) || text[at - 1] === '*' || open.has('*')) return undefined;
  for (let end = text.indexOf('*', at + 2); end >= 0; end = text.indexOf('*', end)) {
    const after = endOfRun(text, end, '*');
    if (after - end === 1 && !space.test(text[end - 1] ?? ' ')) return around(run, 'em', at + 1, end, 1);
    end = after;
  }
  open.add('*');
  return undefined;
}

/** Parses _emphasis_, but not inside_of_words: only the next underscore can close it. */
function underline(run: Run, at: number): Hit | undefined {
  const { text } = run;
  const end = text.indexOf('_', at + 1);
  const outside = !letter.test(text[at - 1] ?? ' ') && !letter.test(text[end + 1] ?? ' ');
  const tight = end > at + 1 && !space.test(text[at + 1] ?? ' ') && !space.test(text[end - 1] ?? ' ');
  return outside && tight ? around(run, 'em', at + 1, end, 1) : undefined;
}

function around(run: Run, kind: 'strong' | 'em' | 'del', from: number, to: number, mark: number): Hit {
  return { end: to + mark, made: { kind, inside: parseInline(run.text.slice(from, to), run.depth + 1) } };
}

function lineBreak(run: Run, at: number): Hit | undefined {
  const { text } = run;
  if (text[at] === '\n') return { end: at + 1, made: { kind: 'break' } };
  if (text[at] === '\\') return text[at + 1] === '\n' ? { end: at + 2, made: { kind: 'break' } } : undefined;
  if (text[at - 1] === ' ') return undefined;
  const end = endOfRun(text, at, ' ');
  return end - at >= 2 && text[end] === '\n' ? { end: end + 1, made: { kind: 'break' } } : undefined;
}
