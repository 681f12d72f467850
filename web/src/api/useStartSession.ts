import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { dropSession } from './client';
import { sessionKey } from './session';
import type { Session } from './types.gen';

/** Returns a function that starts a session and navigates to a page. */
export function useStartSession(): (session: Session, to: string) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (session, to) => {
    dropSession(client);
    client.setQueryData(sessionKey, session);
    void router.navigate({ href: to, replace: true });
  };
}
