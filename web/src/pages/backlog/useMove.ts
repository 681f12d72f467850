import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import type { Desk } from './desk';

/** Moves tickets to a sprint, or to the backlog (null), and notifies. */
export function useMove(): (cards: readonly Card[], sprint: string | null, desk: Desk) => void {
  const t = useT();
  return (cards, sprint, desk) => {
    const moved = cards.filter((card) => card.sprint_uuid !== sprint);
    if (moved.length === 0) return;
    const name = desk.frame.sprints.find((one) => one.uuid === sprint)?.title ?? t('backlog.title');
    desk.changes.change(moved, { set: { sprint_uuid: sprint } }, t('backlog.moved', { count: moved.length, name }));
  };
}
