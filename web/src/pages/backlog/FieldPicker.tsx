import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { Picker } from '../../ui/Picker';
import { useDesk } from './desk';
import { changeOf, choicesOf, type Field, freeOf } from './fields';
import { focusAfter } from './focus';
import { useMove } from './useMove';
import type { Picking } from './useNewDesk';

/** Asks for a new value of a field and sets it on the tickets. */
export function FieldPicker({ picking, onClose }: { picking: Picking; onClose: () => void }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const desk = useDesk();
  const move = useMove();
  const { field, cards, anchor } = picking;
  const onPick = (value: string) => {
    const card = cards[0];
    if (card === undefined) return;
    if (field === 'sprint') {
      const focus = focusAfter(cards);
      move(cards, value === 'none' ? null : value, desk);
      focus();
    } else if (field !== 'more') desk.changes.change(cards, changeOf(field, value), changedText(cards.length));
    else if (value === 'open') desk.openTicket(card.uuid);
    else if (value === 'rename') desk.setEditing(card.uuid);
    else if (value === 'delete') desk.ask({ kind: 'delete', cards });
    else desk.pick(value as Field, cards, anchor);
  };
  const changedText = (count: number) => (count > 1 || field === 'tags' ? t('backlog.changed', { count }) : undefined);
  return (
    <Picker
      key={field}
      anchor={anchor}
      title={t(`backlog.pick_${field}`)}
      choices={choicesOf(field, cards, desk.frame, { t, words, format })}
      free={freeOf(field, t)}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
