// Cards: the compact form of tickets, for board and backlog.

import { queryOptions } from '@tanstack/react-query';
import { beginsWords } from '../searchWords';
import { type CardPages, inTurn, loadBoard } from './cardPages';
import { projectKey } from './frame';
import { post } from './http';
import type { BulkBody, BulkResult, BulkSet, Card, MoveBody, UndoneMoves } from './types.gen';

/** Values of one filter are combined with OR, filters with AND. */
export interface CardFilter {
  /** What a list is divided into: the columns of a board, or the sprints of a backlog. */
  by: 'status' | 'sprint';
  sprint?: string[];
  epic?: string[];
  assignee?: string[];
  tag?: string[];
  priority?: string[];
  type?: string[];
  status?: string[];
  q?: string;
  done?: boolean;
  /** By default, cards are in the project's order. */
  order?: 'priority';
}

/** Prefix of the query keys for all of a project's card lists. */
export const cardsKey = (project: string) => [...projectKey(project), 'cards'] as const;

/** The first cards of each group, or as many as were loaded before. */
export const cardsQuery = (project: string, filter: CardFilter) => {
  const queryKey = [...cardsKey(project), filter] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      inTurn(queryKey, () => loadBoard(project, filter, client.getQueryData<CardPages>(queryKey), signal)),
    placeholderData: (old: CardPages | undefined, query) =>
      query?.queryKey.slice(0, -1).join() === cardsKey(project).join() ? old : undefined,
  });
};

/** What a filter needs besides the card: the current user, active sprints, done statuses. */
export interface FilterContext {
  me: number;
  active: ReadonlySet<string>;
  done: ReadonlySet<string>;
}

/** Whether a card matches a filter, by the server's rules, except that a text is searched for only in the title. */
export function matchesFilter(card: Card, filter: Omit<CardFilter, 'by'>, world: FilterContext): boolean {
  const among = (given: string[] | undefined, fits: (value: string) => boolean) =>
    given === undefined || given.length === 0 || given.some(fits);
  const of = (id: string | null) => (value: string) => (value === 'none' ? id === null : value === id);
  const sprint = card.sprint_uuid;
  const person = card.assignee_id === null ? null : String(card.assignee_id);
  return (
    among(filter.sprint, (v) => (v === 'active' ? sprint !== null && world.active.has(sprint) : of(sprint)(v))) &&
    among(filter.epic, of(card.epic_uuid)) &&
    among(filter.assignee, (v) => (v === 'me' ? card.assignee_id === world.me : of(person)(v))) &&
    among(filter.tag, (v) => card.tags.includes(v)) &&
    among(filter.priority, (v) => v === card.priority) &&
    among(filter.type, (v) => v === card.type_uuid) &&
    among(filter.status, (v) => v === card.status) &&
    (filter.q === undefined || beginsWords(card.title, filter.q)) &&
    (filter.done === undefined || filter.done === world.done.has(card.status))
  );
}

export type Bulk = BulkBody & { set?: BulkSet };

export const changeMany = (project: string, body: Bulk) => post<BulkResult>(`/projects/${project}/bulk`, body);

/** Puts tickets back where they were before a bulk change moved them: all of them, or none if they have been moved meanwhile. */
export const undoMoves = (project: string, moves: MoveBody[]) =>
  post<UndoneMoves>(`/projects/${project}/bulk/undo`, { moves });
