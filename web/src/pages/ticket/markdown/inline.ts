// The inside of a line of Markdown: marks become a tree, and no text is ever taken for HTML.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em' | 'del'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

/** safeHref lets only addresses of the web and of mail through. */
export function safeHref(href: string): string | undefined {
  const address = href.trim();
  return /^(https?:\/\/|mailto:)[^\s]+$/i.test(address) ? address : undefined;
}

interface Rule {
  pattern: RegExp;
  make: (match: RegExpExecArray, depth: number) => Inline | undefined;
}

const deepest = 8;

/** The first rule whose match begins earliest wins; of two that begin together the one listed first. */
const rules: readonly Rule[] = [
  { pattern: /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, make: (m) => ({ kind: 'code', text: (m[2] ?? '').trim() }) },
  { pattern: /\[([^\]\n]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/, make: link },
  { pattern: /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}*_`]/i, make: bare },
  { pattern: /\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/, make: (m, depth) => within('strong', m, depth) },
  { pattern: /~~(?=\S)([\s\S]*?\S)~~/, make: (m, depth) => within('del', m, depth) },
  { pattern: /\*(?![\s*])((?:\*\*[\s\S]*?\*\*|[^*])*?[^\s*])\*(?!\*)/, make: (m, depth) => within('em', m, depth) },
  {
    pattern: /(?<![\p{L}\p{N}_])_(?![\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/u,
    make: (m, depth) => within('em', m, depth),
  },
  { pattern: / {2,}\n|\\\n|\n/, make: () => ({ kind: 'break' }) },
];

function within(kind: 'strong' | 'em' | 'del', match: RegExpExecArray, depth: number): Inline {
  return { kind, inside: parseInline(match[1] ?? '', depth + 1) };
}

function link(match: RegExpExecArray, depth: number): Inline | undefined {
  const href = safeHref(match[2] ?? '');
  return href === undefined ? undefined : { kind: 'link', href, inside: parseInline(match[1] ?? '', depth + 1) };
}

function bare(match: RegExpExecArray): Inline | undefined {
  const href = safeHref(match[0]);
  return href === undefined ? undefined : { kind: 'link', href, inside: [{ kind: 'text', text: match[0] }] };
}

/** parseInline reads one run of text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    const hit = depth < deepest ? firstHit(rest, depth) : undefined;
    if (hit === undefined) return append(found, rest);
    append(found, rest.slice(0, hit.at));
    found.push(hit.made);
    rest = rest.slice(hit.at + hit.length);
  }
  return found;
}

function firstHit(text: string, depth: number): { at: number; length: number; made: Inline } | undefined {
  let best: { at: number; length: number; made: Inline } | undefined;
  for (const rule of rules) {
    const match = rule.pattern.exec(text);
    if (match === null || (best !== undefined && match.index >= best.at)) continue;
    const made = rule.make(match, depth);
    if (made !== undefined) best = { at: match.index, length: match[0].length, made };
  }
  return best;
}

function append(found: Inline[], text: string): Inline[] {
  if (text !== '') found.push({ kind: 'text', text });
  return found;
}
