// Search across everything the reader can see.

import { queryOptions } from '@tanstack/react-query';
import { namesTicket } from '../ticketKeys';
import { get } from './http';
import type { Found } from './types.gen';

/** The server refuses to search for more characters. */
export const mostSearched = 200;
export const isTooLong = (q: string): boolean => [...q.trim()].length > mostSearched;

/** A word needs two letters to be searched for; the number of a ticket may have one digit. */
export const isSearchable = (q: string): boolean => !isTooLong(q) && (q.trim().length >= 2 || namesTicket(q));

/** Finds tickets of all projects or of one, and projects by name. */
export const searchQuery = (q: string, project: string | null) =>
  queryOptions({
    queryKey: ['search', q, project] as const,
    queryFn: ({ signal }) => get<Found>('/search', { q, project }, signal),
    staleTime: 30_000,
    networkMode: 'always', // without a connection, a search fails instead of waiting for one
    refetchOnReconnect: true,
  });
