import { useT } from '../../i18n';

/** useStatusWord gives the name of an epic's or super-epic's status in the reader's language. */
export function useStatusWord(): (status: string) => string {
  const t = useT();
  return (status) => {
    const key = `words.status_${status}`;
    return t.has(key) ? t(key) : status;
  };
}
