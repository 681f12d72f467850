// Tables as files that spreadsheets open: the same rules as the server's files have.
import type { Language } from '../../i18n';

export type FileCell = string | number | null;

/** Spreadsheets of countries that write 1,5 expect semicolons between cells. */
const dialects: Record<Language, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
};

/** csvOf writes rows as RFC 4180 does, and takes the sting out of texts that a spreadsheet would run as a formula. */
export function csvOf(rows: readonly (readonly FileCell[])[], language: Language): string {
  const { separator, decimal } = dialects[language];
  const cell = (value: FileCell): string => {
    if (typeof value === 'string') return quoted(harmless(value));
    return value === null || !Number.isFinite(value) ? '' : String(value).replace('.', decimal);
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/** quoted puts a text between quotes where it needs them: whatever separates cells or lines anywhere, and blanks at the rim. */
const quoted = (text: string): string =>
  /[",;\t\r\n|]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;

/** What begins a formula; some programs read the wide forms as the narrow ones. */
const formula = /[=+\-@＝＋－＠]/;
/** Behind what a program may begin a new cell. */
const cellBreak = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;
/** What a program may pass over at the beginning of a cell. */
const blank = /[\s\p{Cc}\p{Cf}"']/u;

/**
 * harmless puts an apostrophe before what a spreadsheet could take for the beginning of a formula: at the start, and
 * behind a separator or the end of a line, where a program that splits the file elsewhere would find a cell.
 */
export function harmless(text: string): string {
  const clean = text.replaceAll('\0', '');
  let out = /^\p{Cc}/u.test(clean) ? "'" : '';
  let begins = true; // a cell may begin here
  for (const sign of clean) {
    if (begins && formula.test(sign)) out += "'";
    begins = cellBreak.test(sign) || (begins && blank.test(sign));
    out += sign;
  }
  return out;
}

/** download hands a text to the reader as a file; the mark at its start tells spreadsheets that it is UTF-8. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
