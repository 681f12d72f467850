// The board's data: the server's cards that match the filter in the URL, with pending changes applied.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type CardPages, loadedCards, recounted } from '../../api/cardPages';
import { type CardFilter, cardsQuery } from '../../api/cards';
import { useFrame } from '../../api/frame';
import { pendingChanges, type TicketChange, usePendingChanges } from '../../api/ticketChanges';
import { withChanges } from '../../api/ticketDrawing';
import type { Frame, FrameStatus } from '../../api/types.gen';
import { columnsOf } from './columns';
import { filterOf } from './filter';
import type { BoardSearch } from './search';
import { storedOrder } from './useOrder';

const route = '/app/projects/$project/board';

/** Reads and writes the filter in the URL. Typing replaces the history entry; choosing a value adds one. */
export function useBoardSearch() {
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<BoardSearch>, replace = false) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...part }), replace }),
    [navigate],
  );
  return { search, change };
}

export function useBoard(search: BoardSearch) {
  const { project } = useParams({ from: route });
  const frame = useFrame(project);
  const { q, sprint, assignee, epic, tag, priority, type } = search;
  const order = search.order ?? storedOrder(project);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL yields new lists each time; compare their values
  const filter = useMemo(
    () => filterOf({ q, sprint, assignee, epic, tag, priority, type, order }, frame),
    [JSON.stringify([q, sprint, assignee, epic, tag, priority, type, order]), frame],
  );
  const query = useQuery(cardsQuery(project, filter));
  const pending = usePendingChanges(project);
  const { data } = query;
  const arranged = useMemo(() => arrange(data, pending, frame.statuses, filter), [data, pending, frame, filter]);
  const client = useQueryClient();
  /** The columns with changes that the page has not drawn yet, because keys may be pressed faster than it draws. */
  const currentColumns = () => {
    const now = client.getQueryData(cardsQuery(project, filter).queryKey) ?? data;
    return arrange(now, pendingChanges(client, project), frame.statuses, filter).columns;
  };
  return { project, frame, filter, query, currentColumns, ...arranged };
}

/** The cards in their columns, with pending changes applied. */
function arrange(data: CardPages | undefined, pending: TicketChange[], statuses: FrameStatus[], { order }: CardFilter) {
  const cards = data && withChanges(loadedCards(data), pending);
  const sums = data && cards && recounted(data, 'status', cards);
  return { cards, sums, columns: columnsOf(statuses, cards ?? [], sums?.groups ?? [], order) };
}

export type Board = ReturnType<typeof useBoard>;

/** Names shown on cards, by id. */
export interface Names {
  member: Map<number, string>;
  epic: Map<string, string>;
  tag: Map<string, string>;
  type: Map<string, string>;
}

export function useNames(frame: Frame): Names {
  return useMemo(
    () => ({
      member: new Map(frame.members.map((member) => [member.user_id, member.name])),
      epic: new Map(frame.epics.map((epic) => [epic.uuid, epic.title])),
      tag: new Map(frame.tags.map((tag) => [tag.uuid, tag.name])),
      type: new Map(frame.types.map((type) => [type.uuid, type.name])),
    }),
    [frame],
  );
}
