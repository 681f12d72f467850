import { useLanguage } from '../../i18n';
import { csvOf, download, type FileCell } from './csv';

/** Saves rows as a CSV file for the reader's language. */
export function useSaveTable(): (name: string, rows: readonly (readonly FileCell[])[]) => void {
  const { language } = useLanguage();
  return (name, rows) => download(`${name}.csv`, csvOf(rows, language));
}
