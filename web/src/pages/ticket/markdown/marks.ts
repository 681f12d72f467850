// What the toolbar buttons do to the text.

interface Selected {
  text: string;
  start: number;
  end: number;
}

export type Mark = 'bold' | 'italic' | 'code' | 'link' | 'heading' | 'list' | 'checks' | 'quote';

const around = { bold: '**', italic: '*', code: '`' } as const;
const before = { heading: '## ', list: '- ', checks: '- [ ] ', quote: '> ' } as const;

/** Adds a mark to the selection, or removes it if present. */
export function marked(selected: Selected, mark: Mark): Selected {
  if (mark === 'link') return linked(selected);
  if (mark === 'bold' || mark === 'italic' || mark === 'code') return wrapped(selected, around[mark]);
  return prefixed(selected, before[mark]);
}

function wrapped({ text, start, end }: Selected, mark: string): Selected {
  const inside = text.slice(start, end);
  const [left, right] = [text.slice(0, start), text.slice(end)];
  if (left.endsWith(mark) && right.startsWith(mark)) {
    const shift = mark.length;
    return { text: left.slice(0, -shift) + inside + right.slice(shift), start: start - shift, end: end - shift };
  }
  return { text: left + mark + inside + mark + right, start: start + mark.length, end: end + mark.length };
}

function linked({ text, start, end }: Selected): Selected {
  const inside = text.slice(start, end);
  const address = /^(https?:\/\/|mailto:)\S+$/.test(inside);
  const put = address ? `[](${inside})` : `[${inside}](https://)`;
  const caret = address ? start + 1 : start + inside.length + 3;
  return { text: text.slice(0, start) + put + text.slice(end), start: caret, end: address ? caret : caret + 8 };
}

function prefixed({ text, start, end }: Selected, mark: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, stop).split('\n');
  const all = lines.every((line) => line.startsWith(mark));
  const next = lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join('\n');
  const grown = next.length - (stop - from);
  const shift = all ? -mark.length : mark.length;
  return {
    text: text.slice(0, from) + next + text.slice(stop),
    start: Math.max(from, start + shift),
    end: Math.max(from, end + grown),
  };
}
