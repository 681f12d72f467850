// Changes that the server refused because the session had ended. They are kept in this tab and offered again when the same user has signed in.

import { hasCode, type SentRequest } from './api/http';
import { attempt, store } from './storage';

const keyOf = (user: number) => `earnest.unsent.${user}`;

export const readUnsent = (user: number): SentRequest[] =>
  attempt(() => JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '[]') as SentRequest[]) ?? [];

export const writeUnsent = (user: number, requests: SentRequest[]): void =>
  store(keyOf(user), requests.length === 0 ? null : JSON.stringify(requests), () => sessionStorage);

/** The change that an error refuses, if it will be offered again. */
export function unsentIn(error: unknown): SentRequest | undefined {
  if (!hasCode(error, 'signed_out') || error.request === undefined) return undefined;
  return isOffered(error.request) ? error.request : undefined;
}

/** Comments are kept as drafts instead. A deletion, and who is in a project or owns it, is left for its author to repeat. Passwords, keys and daily rates, which other paths receive, must not be stored. */
const isOffered = ({ method, path }: SentRequest): boolean =>
  (method === 'PUT' || method === 'POST') &&
  /^\/(projects|tickets|subtasks|sprints|epics|super-epics|milestones|links|tags|types|time)\//.test(path) &&
  !/\/comments$|^\/projects\/[^/]+\/(members|owner)(\/|$)/.test(path);
