import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useT } from '../i18n';
import { useNotify } from '../ui/notify';
import { type CardPages, inTurn, loadPages, pageSize, withPages } from './cardPages';
import { type CardFilter, cardsQuery } from './cards';

/** Loads cards of a group until that many are loaded, or all, and returns the board with them. */
export function loadMore(
  client: QueryClient,
  project: string,
  filter: CardFilter,
  key: string,
  count: number,
): Promise<CardPages | undefined> {
  const { queryKey } = cardsQuery(project, filter);
  return inTurn(queryKey, async () => {
    const board = client.getQueryData(queryKey);
    if (board === undefined) return undefined;
    const pages = await loadPages({ project, filter, key }, board, count);
    if (pages.length === 0) return board;
    return client.setQueryData(queryKey, (now) => now && withPages(now, key, pages));
  });
}

export type MoreCards = (filter: CardFilter, key: string, all?: boolean) => Promise<CardPages | undefined>;

/** Returns a function that loads the next page of a group, or all its cards. */
export function useMoreCards(project: string): MoreCards {
  const client = useQueryClient();
  const notify = useNotify();
  const t = useT();
  const running = useRef(new Map<string, ReturnType<MoreCards>>());
  return useCallback(
    (filter, key, all = false) => {
      const loaded = client.getQueryData(cardsQuery(project, filter).queryKey)?.wanted[key] ?? 0;
      const count = all ? Number.POSITIVE_INFINITY : loaded + pageSize;
      const id = JSON.stringify([filter, key, count]);
      const load = async () => {
        try {
          return await loadMore(client, project, filter, key, count);
        } catch (error) {
          notify.failed(error, t('common.errorTitle'));
          return undefined;
        } finally {
          running.current.delete(id);
        }
      };
      const run = running.current.get(id) ?? load();
      running.current.set(id, run);
      return run;
    },
    [client, notify, project, t],
  );
}
