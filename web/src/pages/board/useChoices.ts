import { useMemo } from 'react';
import { type Frame, priorityValues } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { useWords, type Words } from '../../i18n/words';
import type { Choice } from './Facet';
import type { Facet } from './filter';

/** The choices of a facet, in display order. */
export function useChoices(frame: Frame, facet: Facet): Choice[] {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  return useMemo(() => choicesOf(frame, facet, t, words, format), [frame, facet, t, words, format]);
}

function choicesOf(frame: Frame, facet: Facet, t: Translate, words: Words, format: Format): Choice[] {
  const sorted = (list: Choice[]) => list.sort((a, b) => format.compare(a.name, b.name));
  switch (facet) {
    case 'sprint':
      return sprints(frame, t);
    case 'assignee':
      return [
        { value: 'me', name: t('common.me') },
        { value: 'none', name: t('common.nobody') },
        ...sorted(
          frame.members
            .filter((member) => member.user_id !== frame.me)
            .map((member) => ({ value: String(member.user_id), name: member.name })),
        ),
      ];
    case 'epic':
      if (frame.epics.length === 0) return [];
      return [
        { value: 'none', name: t('common.noEpic') },
        ...sorted(frame.epics.map((epic) => ({ value: epic.uuid, name: epic.title }))),
      ];
    case 'tag':
      return sorted(frame.tags.map((tag) => ({ value: tag.uuid, name: tag.name })));
    case 'priority':
      return priorityValues.map((priority) => ({ value: priority, name: words.priority(priority) }));
    case 'type':
      return frame.types.map((type) => ({ value: type.uuid, name: type.name }));
  }
}

/** The active sprint first, then from newest to oldest. */
function sprints(frame: Frame, t: Translate): Choice[] {
  if (frame.sprints.length === 0) return [];
  const active = frame.sprints.filter((sprint) => sprint.status === 'active');
  const name =
    active.length === 1 ? t('common.activeNamed', { title: active[0]?.title ?? '' }) : t('board.activeSprint');
  const others = frame.sprints.filter((sprint) => sprint.status !== 'active' || active.length > 1);
  return [
    ...(active.length > 0 ? [{ value: 'active', name }] : []),
    { value: 'none', name: t('common.noSprint') },
    ...others.toReversed().map((sprint) => ({ value: sprint.uuid, name: sprint.title })),
  ];
}
