import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../api/session';
import type { Session, User } from '../../api/types.gen';

/** Returns a function that updates the signed-in user in the cache. */
export function useRefreshUser(): (change: Partial<User>) => void {
  const client = useQueryClient();
  return (change) =>
    client.setQueryData<Session>(sessionKey, (old) => (old?.user ? { ...old, user: { ...old.user, ...change } } : old));
}
