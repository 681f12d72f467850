import { useCallback } from 'react';
import type { UsedTag } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';

/** sameTag tells whether the server takes two names for the same. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** useOf tells how much carries a tag: "3 tickets and 1 epic". */
export function useOf(): (tag: UsedTag) => string {
  const t = useT();
  const format = useFormat();
  return useCallback(
    (tag) => {
      const parts = [
        tag.tickets > 0 && t('settings.countTickets', { count: tag.tickets }),
        tag.epics > 0 && t('settings.countEpics', { count: tag.epics }),
        tag.super_epics > 0 && t('settings.countSuperEpics', { count: tag.super_epics }),
      ].filter((part) => part !== false);
      return parts.length === 0 ? t('settings.countNothing') : format.list(parts);
    },
    [t, format],
  );
}
