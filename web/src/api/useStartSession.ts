import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionKey } from './session';
import type { Session } from './types.gen';

/** Returns a function that starts a session and navigates to a page. */
export function useStartSession(): (session: Session, to: string) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (session, to) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
    client.setQueryData(sessionKey, session);
    void router.navigate({ href: to, replace: true });
  };
}
