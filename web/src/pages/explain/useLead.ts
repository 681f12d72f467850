import { useFrame } from '../../api/frame';
import { useSession } from '../../api/session';
import type { Explanation } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

/** Names the project and the day, and says what the figures of a past day are restated from. */
export function useLead(uuid: string): (explanation: Explanation) => string {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  const { project } = useFrame(uuid);
  return ({ day }) =>
    t(day < today ? 'explain.leadPast' : 'explain.lead', { project: project.name, day: format.date(day) });
}
