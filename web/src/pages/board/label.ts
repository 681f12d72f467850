import type { Card } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { useDue } from '../../ui/DueDate';
import { useBoardActions } from './context';

/** The accessible name of a card. */
export function useCardLabel(card: Card, done: boolean): string {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const { names } = useBoardActions();
  const due = useDue(card, done);
  const tags = card.tags.map((tag) => names.tag.get(tag)).filter((name) => name !== undefined);
  const assignee = card.assignee_id === null ? undefined : names.member.get(card.assignee_id);
  const epic = card.epic_uuid === null ? undefined : names.epic.get(card.epic_uuid);
  return [
    card.title,
    card.key,
    card.blocked && !done && t('board.blocked'),
    due?.text,
    words.priority(card.priority),
    card.story_points ? t('words.points', { count: card.story_points }) : t('words.unestimated'),
    assignee === undefined ? t('board.unassigned') : t('board.assignedTo', { name: assignee }),
    epic !== undefined && t('board.epicOf', { epic }),
    tags.length > 0 && t('board.tagsOf', { tags: format.list(tags) }),
    card.subtasks_total > 0 && t('board.subtasks', { done: card.subtasks_done, total: card.subtasks_total }),
    card.comments > 0 && t('board.comments', { count: card.comments }),
  ]
    .filter(Boolean)
    .join(', ');
}
