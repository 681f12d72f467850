// The fields that can be edited for one or many tickets, and their choices.

import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconExternalLink,
  IconFolder,
  IconPencil,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { maxPoints } from '../../api/tickets';
import { type Card, type Frame, priorityValues } from '../../api/types.gen';
import type { Format, Translate } from '../../i18n';
import type { Words } from '../../i18n/words';
import { Avatar } from '../../ui/Avatar';
import type { Choice } from '../../ui/Picker';
import { PriorityMark } from '../../ui/PriorityMark';
import type { Change } from './change';
import { openSprints } from './sections';

export type Field = 'status' | 'sprint' | 'epic' | 'assignee' | 'priority' | 'points' | 'tags' | 'more';

interface Speech {
  t: Translate;
  words: Words;
  format: Format;
}

/** Suggested estimates; any other can be typed. */
const estimates = [1, 2, 3, 5, 8, 13, 21];
const none = 'none';

/** The value all cards share, or undefined if they differ. */
const commonValue = <T,>(cards: readonly Card[], of: (card: Card) => T): T | undefined => {
  const first = cards[0] && of(cards[0]);
  return cards.every((card) => of(card) === first) ? first : undefined;
};

export function choicesOf(field: Field, cards: readonly Card[], frame: Frame, speech: Speech): Choice[] {
  const { t, words, format } = speech;
  const nobody = (label: string, chosen: boolean): Choice => ({ value: none, label, chosen });
  switch (field) {
    case 'status':
      return frame.statuses.map((status) => ({
        value: status.key,
        label: words.status(status),
        chosen: commonValue(cards, (card) => card.status) === status.key,
      }));
    case 'priority':
      return priorityValues.map((priority) => ({
        value: priority,
        label: words.priority(priority),
        icon: <PriorityMark priority={priority} />,
        chosen: commonValue(cards, (card) => card.priority) === priority,
      }));
    case 'assignee': {
      const now = commonValue(cards, (card) => card.assignee_id);
      const people = frame.members.filter((member) => member.status !== 'inactive');
      return [
        nobody(t('common.nobody'), now === null),
        ...people.map((member) => ({
          value: String(member.user_id),
          label: member.user_id === frame.me ? t('common.meNamed', { name: member.name }) : member.name,
          icon: <Avatar id={member.user_id} name={member.name} size={20} decorative />,
          chosen: now === member.user_id,
        })),
      ];
    }
    case 'sprint': {
      const now = commonValue(cards, (card) => card.sprint_uuid);
      return [
        ...openSprints(frame.sprints).map((sprint) => ({
          value: sprint.uuid,
          label: sprint.title,
          chosen: now === sprint.uuid,
        })),
        nobody(t('backlog.title'), now === null),
      ];
    }
    case 'epic': {
      const now = commonValue(cards, (card) => card.epic_uuid);
      const epics = frame.epics.map((epic) => ({ value: epic.uuid, label: epic.title, chosen: now === epic.uuid }));
      return [nobody(t('common.noEpic'), now === null), ...epics];
    }
    case 'points': {
      const now = commonValue(cards, (card) => card.story_points);
      const picks = estimates.map((value) => ({
        value: String(value),
        label: t('words.points', { count: value }),
        chosen: now === value,
      }));
      return [...picks, { value: '0', label: t('words.unestimated'), chosen: now === 0 }];
    }
    case 'tags':
      return tagChoices(cards, frame, t, format);
    case 'more':
      return moreChoices(cards, t);
  }
}

/** A tag on every ticket can only be removed; one on some tickets can be added to all or removed. */
function tagChoices(cards: readonly Card[], frame: Frame, t: Translate, format: Format): Choice[] {
  return [...frame.tags]
    .sort((a, b) => format.compare(a.name, b.name))
    .flatMap(({ uuid, name }): Choice[] => {
      const having = cards.filter((card) => card.tags.includes(uuid)).length;
      const add = { value: `+${uuid}`, label: t('backlog.addTag', { name }), icon: <IconTag size={16} aria-hidden /> };
      const remove = {
        value: `-${uuid}`,
        label: t('backlog.removeTag', { name }),
        icon: <IconTrash size={16} aria-hidden />,
      };
      return [...(having < cards.length ? [add] : []), ...(having > 0 ? [remove] : [])];
    });
}

function moreChoices(cards: readonly Card[], t: Translate): Choice[] {
  const one = cards.length === 1;
  const icon = { size: 16, 'aria-hidden': true } as const;
  return [
    ...(one ? [{ value: 'open', label: t('common.open'), icon: <IconExternalLink {...icon} /> }] : []),
    ...(one ? [{ value: 'rename', label: t('backlog.rename'), icon: <IconPencil {...icon} /> }] : []),
    { value: 'sprint', label: t('backlog.moveTo'), icon: <IconArrowRight {...icon} /> },
    { value: 'top', label: t('common.toTop'), icon: <IconArrowBarToUp {...icon} /> },
    ...(one ? [{ value: 'up', label: t('common.moveUp'), icon: <IconArrowUp {...icon} /> }] : []),
    ...(one ? [{ value: 'down', label: t('common.moveDown'), icon: <IconArrowDown {...icon} /> }] : []),
    { value: 'bottom', label: t('common.toBottom'), icon: <IconArrowBarToDown {...icon} /> },
    { value: 'epic', label: t('backlog.setEpic'), icon: <IconFolder {...icon} /> },
    { value: 'tags', label: t('backlog.setTags'), icon: <IconTag {...icon} /> },
    { value: 'delete', label: t('backlog.deleteOne'), icon: <IconTrash {...icon} />, danger: true },
  ];
}

/** Lets users type any number of points. */
export function customChoice(field: Field, t: Translate): ((typed: string) => Choice | null) | undefined {
  if (field !== 'points') return undefined;
  return (typed) => {
    const value = Number(typed.replace(',', '.'));
    return typed !== '' && value >= 0 && value <= maxPoints
      ? { value: String(value), label: t('words.points', { count: value }) }
      : null;
  };
}

export function changeOf(field: Exclude<Field, 'more'>, value: string): Change {
  const orNull = value === none ? null : value;
  switch (field) {
    case 'status':
      return { set: { status: value } };
    case 'priority':
      return { set: { priority: priorityValues.find((priority) => priority === value) ?? 'normale' } };
    case 'assignee':
      return { set: { assignee_id: orNull === null ? null : Number(orNull) } };
    case 'sprint':
      return { set: { sprint_uuid: orNull } };
    case 'epic':
      return { set: { epic_uuid: orNull } };
    case 'points':
      return { set: { story_points: Number(value) } };
    case 'tags':
      return value.startsWith('+') ? { add_tags: [value.slice(1)] } : { remove_tags: [value.slice(1)] };
  }
}
