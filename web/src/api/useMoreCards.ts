import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useT } from '../i18n';
import { useNotify } from '../ui/notify';
import { inGroup, loadUntil, pageSize, withPage } from './cardPages';
import { type CardFilter, cardsQuery } from './cards';
import type { Board } from './types.gen';

/** Loads more cards of a group and returns the board with them. */
async function loadMore(
  client: QueryClient,
  project: string,
  filter: CardFilter,
  key: string,
  more: number,
): Promise<Board | undefined> {
  const { queryKey } = cardsQuery(project, filter);
  const board = client.getQueryData(queryKey);
  if (board === undefined) return undefined;
  const count = inGroup(board, filter.by, key).length + more;
  const add = (page: Board) => client.setQueryData(queryKey, (now) => now && withPage(now, page));
  return loadUntil(count, { project, filter, key }, board, add);
}

export type MoreCards = (filter: CardFilter, key: string, more?: number) => Promise<Board | undefined>;

/** Returns a function that loads more cards of a group, by default one page, unless it is already doing so. */
export function useMoreCards(project: string): MoreCards {
  const client = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const running = useRef(new Set<string>());
  return useCallback(
    async (filter, key, more = pageSize) => {
      const id = JSON.stringify([filter, key]);
      if (running.current.has(id)) return undefined;
      running.current.add(id);
      try {
        return await loadMore(client, project, filter, key, more);
      } catch (error) {
        notify.failed(error, t('common.errorTitle'));
        return undefined;
      } finally {
        running.current.delete(id);
      }
    },
    [client, notify, project, t],
  );
}
