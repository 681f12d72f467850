import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { Picker } from '../../ui/Picker';
import { useBacklog } from './context';
import { changeOf, choicesOf, customChoice, type Field } from './fields';
import { focusAfter } from './focus';
import type { Picking } from './useBacklogState';
import { useMove } from './useMove';

/** Asks for a new value for a field and sets it on the tickets. */
export function FieldPicker({ picking, onClose }: { picking: Picking; onClose: () => void }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const ctx = useBacklog();
  const move = useMove();
  const { field, cards, anchor } = picking;
  const onPick = (value: string) => {
    const card = cards[0];
    if (card === undefined) return;
    if (field === 'sprint') {
      const focus = focusAfter(cards);
      move(cards, value === 'none' ? null : value, ctx);
      focus();
    } else if (field !== 'more') ctx.changes.change(cards, changeOf(field, value), changedText(cards.length));
    else if (value === 'open') ctx.openTicket(card.uuid);
    else if (value === 'rename') ctx.setEditing(card.uuid);
    else if (value === 'top' || value === 'bottom') ctx.toEnd(cards, value);
    else if (value === 'up' || value === 'down') ctx.step(card.uuid, value === 'up' ? -1 : 1);
    else if (value === 'delete') ctx.ask({ kind: 'delete', cards });
    else ctx.pick(value as Field, cards, anchor);
  };
  const changedText = (count: number) => (count > 1 || field === 'tags' ? t('backlog.changed', { count }) : undefined);
  return (
    <Picker
      key={field}
      anchor={anchor}
      title={t(`backlog.pick_${field}`)}
      choices={choicesOf(field, cards, ctx.frame, { t, words, format })}
      free={customChoice(field, t)}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
