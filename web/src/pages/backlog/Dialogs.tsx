import { useT } from '../../i18n';
import { Confirm } from '../../ui/Confirm';
import { CloseSprint } from '../sprint/CloseSprint';
import { SprintForm } from '../sprint/SprintForm';
import { StartSprint } from '../sprint/StartSprint';
import { type OpenDialog, useBacklog } from './context';
import { focusAfter } from './focus';

export function Dialogs({ dialogue, onClose }: { dialogue: OpenDialog | null; onClose: () => void }) {
  const t = useT();
  const ctx = useBacklog();
  if (dialogue === null) return null;
  const { kind, sprint, cards = [] } = dialogue;
  const count = cards.length;
  const remove = () => {
    const focus = focusAfter(cards);
    ctx.changes.remove(cards, t('backlog.deleted', { count }));
    onClose();
    focus();
  };
  if (kind === 'delete') {
    return (
      <Confirm
        opened
        danger
        onClose={onClose}
        onConfirm={remove}
        title={t('backlog.deleteTitle', { count })}
        action={t('backlog.deleteAction', { count })}
      >
        {count === 1 ? t('backlog.deleteText', { title: cards[0]?.title ?? '' }) : t('backlog.deleteMany', { count })}
      </Confirm>
    );
  }
  if (kind === 'start' && sprint) return <StartSprint project={ctx.project} sprint={sprint} onClose={onClose} />;
  if (kind === 'close' && sprint) return <CloseSprint project={ctx.project} sprint={sprint} onClose={onClose} />;
  return <SprintForm project={ctx.project} sprint={sprint} onClose={onClose} />;
}
