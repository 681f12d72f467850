import { useLanguage } from '../../i18n';
import { csvOf, download, type FileCell } from './csv';

/** useSaveTable hands rows to the reader as a file for the spreadsheets of the reader's language. */
export function useSaveTable(): (name: string, rows: readonly (readonly FileCell[])[]) => void {
  const { language } = useLanguage();
  return (name, rows) => download(`${name}.csv`, csvOf(rows, language));
}
