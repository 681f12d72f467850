import { useCallback } from 'react';
import type { UsedTag } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';

/** Whether the server treats two names as the same tag. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** A tag's usage: "3 tickets and 1 epic". */
export function useTagUsage(): (tag: UsedTag) => string {
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
