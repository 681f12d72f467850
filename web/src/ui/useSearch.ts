import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isSearchable, isTooLong, mostSearched, searchQuery } from '../api/search';
import type { Found } from '../api/types.gen';
import { useT } from '../i18n';
import { useWords } from '../i18n/words';

export interface Search {
  /** What was found for the text that the field has now, never for an earlier one. */
  found: Found | undefined;
  /** The result for this text is on its way. */
  searching: boolean;
  /** For the reader: the search is under way, or why it cannot be done. */
  note: string | undefined;
}

/** Searches for the text of a field, after a short pause in typing. */
export function useSearch(text: string, project: string | null): Search {
  const t = useT();
  const words = useWords();
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, 150);
  const { data, error, isPending } = useQuery({
    ...searchQuery(typed, project),
    enabled: isSearchable(typed) && typed === settled,
  });
  const searching = isSearchable(typed) && isPending;
  const note = () => {
    if (isTooLong(typed)) return t('common.searchTooLong', { most: mostSearched });
    if (error !== null) return t('common.searchFailed', { why: words.error(error) });
    return searching ? t('common.searching') : undefined;
  };
  return { found: data, searching, note: note() };
}
