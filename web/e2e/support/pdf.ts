// Extracts the text of a PDF printed by Chromium: just enough of the format to find words.
import { inflateSync } from 'node:zlib';

/** The characters of a PDF in drawing order, without spaces. */
export function textOf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const letters = new Map<string, Map<number, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1];
      if (map !== undefined) letters.set(name, lettersOf(objects.get(map)?.stream ?? ''));
    }
  }
  return [...objects.values()].map(({ stream }) => drawn(stream, letters)).join('');
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n?([\s\S]*?)(stream\r?\n|endobj)/g)) {
    const [all, id = '', head = '', end] = match;
    let stream = '';
    if (end !== 'endobj' && /FlateDecode/.test(head)) {
      const from = match.index + all.length;
      const bytes = Buffer.from(text.slice(from, text.indexOf('endstream', from)), 'latin1');
      try {
        stream = inflateSync(bytes).toString('latin1');
      } catch {
        stream = '';
      }
    }
    found.set(id, { head, stream });
  }
  return found;
}

/** Maps each glyph of a font to its character. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  const textFrom = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', hex = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      letters.set(Number.parseInt(glyph, 16), textFrom(hex));
    }
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, low = '', high = '', hex = ''] of block.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    )) {
      const first = Number.parseInt(low, 16);
      for (let glyph = first; glyph <= Number.parseInt(high, 16); glyph++) {
        letters.set(glyph, String.fromCharCode(Number.parseInt(hex, 16) + glyph - first));
      }
    }
  }
  return letters;
}

function drawn(stream: string, letters: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>();
  let text = '';
  for (const [, name, hex] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = letters.get(name) ?? new Map();
    for (const glyph of hex?.match(/.{4}/g) ?? []) text += font.get(Number.parseInt(glyph, 16)) ?? '';
  }
  return text.normalize('NFKC').replace(/\s/g, ''); // splits ligatures into letters
}
