import { Button, CloseButton } from '@mantine/core';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import classes from './backlog.module.css';
import { useBacklog } from './context';
import type { Field } from './fields';
import type { Section } from './sections';

const fields: Field[] = ['status', 'sprint', 'epic', 'assignee', 'priority', 'points', 'tags'];

export function BulkBar({ cards, sections }: { cards: Card[]; sections: Section[] }) {
  const t = useT();
  const ctx = useBacklog();
  const points = cards.reduce((sum, card) => sum + card.story_points, 0);
  return (
    <div role="toolbar" aria-label={t('backlog.bulk')} className={classes.bulk}>
      <span className={classes.bulkCount} role="status">
        {t('backlog.chosen', { count: cards.length })}
        <span className={classes.bulkPoints}>{t('words.points', { count: points })}</span>
      </span>
      <SelectRest cards={cards} sections={sections} />
      {fields.map((field) => (
        <Button
          key={field}
          size="compact-sm"
          variant="subtle"
          aria-haspopup="dialog"
          onClick={(event) => ctx.pick(field, cards, event.currentTarget)}
        >
          {t(`backlog.field_${field}`)}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => ctx.toEnd(cards, 'top')}>
        {t('common.toTop')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => ctx.toEnd(cards, 'bottom')}>
        {t('common.toBottom')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => ctx.ask({ kind: 'delete', cards })}>
        {t('common.delete')}
      </Button>
      <CloseButton size="sm" aria-label={t('backlog.clearChosen')} onClick={() => ctx.selectAll([])} />
    </div>
  );
}

/** Once every loaded ticket of a section is selected, offers to select the others as well. */
function SelectRest({ cards, sections }: { cards: Card[]; sections: Section[] }) {
  const t = useT();
  const ctx = useBacklog();
  const partial = sections.filter(
    (section) =>
      section.cards.length > 0 &&
      section.cards.length < section.total &&
      section.cards.every((card) => ctx.selection.chosen.has(card.uuid)),
  );
  if (partial.length === 0) return null;
  const count = partial.reduce((sum, section) => sum + section.total - section.cards.length, cards.length);
  return (
    <Button size="compact-sm" variant="light" onClick={() => void ctx.selectRest(partial)}>
      {t('backlog.chooseRest', { count })}
    </Button>
  );
}
