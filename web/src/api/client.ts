import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { readUnsent, unsentIn, writeUnsent } from '../unsent';
import { ApiError, hasCode } from './http';
import { sessionKey } from './session';
import type { Session } from './types.gen';
import type { Uploads } from './uploads';

/** How long a response counts as fresh. Live events invalidate it earlier. */
const freshFor = 5 * 60_000;

/** The id of the user who was signed in last. */
const lastUserKey = [...sessionKey, 'last user'] as const;

/** The uploads of the signed-in user. */
export const uploadsKey = ['uploads'] as const;

/** Creates the query cache of a tab. A "signed out" response to any call ends the session; a change that it refuses is kept. */
export function newQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!hasCode(error, 'signed_out')) return;
    clearCache(client);
    const [user, request] = [client.getQueryData<number>(lastUserKey), unsentIn(error)];
    if (user !== undefined && request !== undefined) writeUnsent(user, [...readUnsent(user), request]);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const isOfThisSession = client
          .getMutationCache()
          .getAll()
          .some(({ mutationId }) => mutationId === mutation.mutationId);
        if (isOfThisSession) onError(error);
      },
    }),
    defaultOptions: {
      queries: { staleTime: freshFor, gcTime: 30 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  return client;
}

/** Retries twice if the server is unreachable, but never if it refused the request. */
function shouldRetry(failures: number, error: unknown): boolean {
  const absent = !(error instanceof ApiError) || error.status === 0 || error.status === 503;
  return absent && failures < 2;
}

/** Drops everything that a user whose session has ended has seen. What they have not saved is kept for them. */
export function clearCache(client: QueryClient): void {
  const user = client.getQueryData<Session>(sessionKey)?.user;
  if (user) client.setQueryData(lastUserKey, user.id);
  client.setQueryData<Session>(sessionKey, (old) => old && { ...old, signed_in: false, user: null });
  dropSeen(client);
}

function dropSeen(client: QueryClient): void {
  client.getQueryData<Uploads>(uploadsKey)?.stop();
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
}

/** Drops everything of an earlier session, before another one starts. Changes that are still waiting must not be sent by its user. */
export function dropSession(client: QueryClient): void {
  client.getMutationCache().clear();
  dropSeen(client);
}
