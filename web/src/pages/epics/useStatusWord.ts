import { useT } from '../../i18n';

export function useStatusWord(): (status: string) => string {
  const t = useT();
  return (status) => {
    const key = `words.status_${status}`;
    return t.has(key) ? t(key) : status;
  };
}
