import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import type { BacklogState } from './context';

/** Moves tickets to a sprint, or to the backlog (null), and notifies. */
export function useMove(): (cards: readonly Card[], sprint: string | null, ctx: BacklogState) => void {
  const t = useT();
  return (cards, sprint, ctx) => {
    const moved = cards.filter((card) => card.sprint_uuid !== sprint);
    if (moved.length === 0) return;
    const name = ctx.frame.sprints.find((one) => one.uuid === sprint)?.title ?? t('backlog.title');
    ctx.changes.change(moved, { set: { sprint_uuid: sprint } }, t('backlog.moved', { count: moved.length, name }));
  };
}
