// The subset of Markdown that tickets need: headings, paragraphs, lists with checkboxes, quotes, code, rules.
import { type Inline, parseInline } from './inline';

export interface Item {
  /** Null if there is no checkbox. */
  ticked: boolean | null;
  inside: Inline[];
  below: Block[];
}

export type Block =
  | { kind: 'heading'; level: number; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; below: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Item[] }
  | { kind: 'rule' };

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const rule = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([-*+]|(\d{1,9})[.)])(\s+|$)/;
const deepest = 6;

export const parseMarkdown = (text: string): Block[] => parseLines(text.replace(/\r\n?/g, '\n').split('\n'), 0);

function parseLines(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const [block, next] = readBlock(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

type Read = [Block, number];

function readBlock(lines: string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  const title = heading.exec(line);
  if (title) return [{ kind: 'heading', level: title[1]?.length ?? 1, inside: parseInline(title[2] ?? '') }, at + 1];
  if (fence.test(line)) return readCode(lines, at);
  if (rule.test(line)) return [{ kind: 'rule' }, at + 1];
  if (quote.test(line) && depth < deepest) return readQuote(lines, at, depth);
  if (bullet.test(line) && depth < deepest) return readList(lines, at, depth);
  return readParagraph(lines, at);
}

function readCode(lines: string[], at: number): Read {
  const mark = fence.exec(lines[at] ?? '')?.[1] ?? '```';
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end += 1;
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function readQuote(lines: string[], at: number, depth: number): Read {
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? '')) end += 1;
  const inside = lines.slice(at, end).map((line) => line.replace(quote, ''));
  return [{ kind: 'quote', below: parseLines(inside, depth + 1) }, end];
}

function readParagraph(lines: string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !begins(lines[end] ?? '')) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join('\n');
  return [{ kind: 'paragraph', inside: parseInline(text.trimEnd()) }, end];
}

/** Whether a line ends the paragraph before it. */
const begins = (line: string) =>
  line.trim() === '' || [fence, heading, rule, quote, bullet].some((pattern) => pattern.test(line));

/** Reads the items of one list; indented lines belong to their item. */
function readList(lines: string[], at: number, depth: number): Read {
  const first = bullet.exec(lines[at] ?? '');
  const ordered = first?.[3] !== undefined;
  const items: Item[] = [];
  let now = at;
  while (now < lines.length) {
    const match = bullet.exec(lines[now] ?? '');
    if (match === null || (match[3] !== undefined) !== ordered || rule.test(lines[now] ?? '')) break;
    let end = now + 1;
    while (end < lines.length && isUnder(lines, end)) end += 1;
    items.push(readItem(lines.slice(now, end), match[0].length, depth));
    now = end;
    while (now < lines.length && (lines[now] ?? '').trim() === '' && bullet.test(lines[now + 1] ?? '')) now += 1;
  }
  return [{ kind: 'list', ordered, start: Number(first?.[3] ?? 1), items }, now];
}

const isUnder = (lines: string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (line.trim() === '') return /^\s{2,}\S/.test(lines[at + 1] ?? '');
  return /^(\s{2,}|\t)\S/.test(line);
};

function readItem(lines: string[], width: number, depth: number): Item {
  const text = (lines[0] ?? '').slice(width);
  const box = /^\[([ xX])\]\s+/.exec(text);
  const below = lines.slice(1).map((line) => line.replace(/^(\t| {1,4})/, ''));
  return {
    ticked: box === null ? null : box[1] !== ' ',
    inside: parseInline(box === null ? text : text.slice(box[0].length)),
    below: parseLines(below, depth + 1),
  };
}
