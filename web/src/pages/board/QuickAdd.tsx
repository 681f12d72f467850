import { Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { FrameStatus } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { type Draft, useDraft } from '../../ui/useDraft';
import classes from './board.module.css';
import { useBoardActions } from './context';

/** Adds tickets by title: Enter adds one and keeps the field open; Escape closes it, and what was typed is there when it is opened again. */
export function QuickAdd(props: { status: FrameStatus; open: boolean }) {
  const t = useT();
  const world = useBoardActions();
  const label = t('board.addTo', { column: useWords().status(props.status) });
  const typing = useDraft(`${world.project}.new ticket.${props.status.key}`);
  if (!props.open) {
    return (
      <button
        type="button"
        className={classes.add}
        aria-label={label}
        data-add={props.status.key}
        onClick={() => world.openAdd(props.status.key)}
      >
        <IconPlus size={16} aria-hidden />
        {t('board.add')}
        {typing.draft !== null && ` · ${t('common.draft')}`}
      </button>
    );
  }
  return <Field status={props.status} label={label} typing={typing} />;
}

function Field(props: { status: FrameStatus; label: string; typing: Draft }) {
  const t = useT();
  const world = useBoardActions();
  const { draft, setDraft, restore } = props.typing;
  const title = draft ?? '';
  const add = () => {
    const wanted = title.trim();
    setDraft(null);
    if (wanted !== '') world.add(wanted, props.status, () => restore(wanted));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      world.openAdd(null);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <Textarea
      className={classes.field}
      aria-label={props.label}
      placeholder={t('board.addPlaceholder')}
      value={title}
      maxLength={255}
      autosize
      maxRows={5}
      autoFocus
      onChange={(event) => setDraft(event.currentTarget.value.replace(/\n/g, ' ') || null)}
      onKeyDown={onKeyDown}
      onBlur={() => title.trim() === '' && world.openAdd(null)}
    />
  );
}
