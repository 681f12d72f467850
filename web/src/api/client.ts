import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetDrafts } from '../drafts';
import { ApiError, hasCode } from './http';
import { sessionKey } from './session';
import type { Session } from './types.gen';

/** fresh is how long an answer is not asked for again; what others change arrives by live events before that. */
export const fresh = 5 * 60_000;

/** newQueryClient is the cache of one tab. An answer "signed out" to any call ends the session that the pages see. */
export function newQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (hasCode(error, 'signed_out')) forget(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: fresh, gcTime: 30 * 60_000, retry: again, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  return client;
}

/** again tells whether to ask once more: twice when the server was not there, never when it refused. */
function again(failures: number, error: unknown): boolean {
  const absent = !(error instanceof ApiError) || error.status === 0 || error.status === 503;
  return absent && failures < 2;
}

/** forget drops everything that the person who was signed in has seen. */
export function forget(client: QueryClient): void {
  client.setQueryData<Session>(sessionKey, (old) => old && { ...old, signed_in: false, user: null });
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  forgetDrafts();
}
