// Tables as CSV files, by the same rules as the server's exports.
import type { Language } from '../../i18n';

export type FileCell = string | number | null;

/** Locales with a decimal comma expect semicolons between cells. */
const dialects: Record<Language, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
};

/** Writes RFC 4180 CSV, and neutralises text that a spreadsheet would run as a formula. */
export function csvOf(rows: readonly (readonly FileCell[])[], language: Language): string {
  const { separator, decimal } = dialects[language];
  const cell = (value: FileCell): string => {
    if (typeof value === 'string') return quoted(harmless(value));
    return value === null || !Number.isFinite(value) ? '' : String(value).replace('.', decimal);
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/** Quotes text that contains any common separator, a line break or surrounding spaces. */
const quoted = (text: string): string =>
  /[",;\t\r\n|]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;

/** Characters that start a formula; some programs treat the full-width forms in the same way. */
const formula = /[=+\-@＝＋－＠]/;
/** Characters after which some program may start a new cell. */
const cellBreak = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;
/** Characters that some program may skip at the start of a cell. */
const blank = /[\s\p{Cc}\p{Cf}"']/u;

/**
 * Puts an apostrophe before anything a spreadsheet could read as the start of a formula: at the start of the text, and after any
 * separator or line break where another program might split it.
 */
export function harmless(text: string): string {
  const clean = text.replaceAll('\0', '');
  let out = /^\p{Cc}/u.test(clean) ? "'" : '';
  let begins = true; // whether a cell may start here
  for (const sign of clean) {
    if (begins && formula.test(sign)) out += "'";
    begins = cellBreak.test(sign) || (begins && blank.test(sign));
    out += sign;
  }
  return out;
}

/** Saves text as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A file name that works on every system; `otherwise` is used if the title is empty. */
export function fileName(kind: string, title: string, otherwise: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '');
  return `${kind}-${plain.replace(/[^a-zA-Z0-9]+/g, '-').toLowerCase() || otherwise}`;
}

/** The name of a column of amounts in a file; its cells are plain numbers. */
export const withUnit = (name: string, currency: string | null | undefined): string =>
  currency ? `${name} (${currency})` : name;
