import { useMemo } from 'react';
import type { FrameMember } from '../../../api/types.gen';
import { useT } from '../../../i18n';

/** Wire values about members as text; unknown ones are shown as is. */
export function useMemberWords() {
  const t = useT();
  return useMemo(() => {
    const maybe = (key: string, otherwise: string) => (t.has(key) ? t(key) : otherwise);
    return {
      scrumRole: (role: string) => maybe(`settings.scrum_${role}`, role),
      status: (status: FrameMember['status']) => maybe(`settings.member_${status}`, status),
    };
  }, [t]);
}
