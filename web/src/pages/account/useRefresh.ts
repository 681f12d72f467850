import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../api/session';
import type { Session, User } from '../../api/types.gen';

/** useRefreshUser gives the function that puts a change of the person signed in where all pages see it. */
export function useRefreshUser(): (change: Partial<User>) => void {
  const client = useQueryClient();
  return (change) =>
    client.setQueryData<Session>(sessionKey, (old) => (old?.user ? { ...old, user: { ...old.user, ...change } } : old));
}
