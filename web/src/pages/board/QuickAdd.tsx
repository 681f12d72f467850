import { Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { FrameStatus } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import classes from './board.module.css';
import { useBoardActions } from './context';

/** Adds tickets by title: Enter adds one and keeps the field open; Escape closes it. */
export function QuickAdd(props: { status: FrameStatus; open: boolean }) {
  const t = useT();
  const world = useBoardActions();
  const label = t('board.addTo', { column: useWords().status(props.status) });
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
      </button>
    );
  }
  return <Field status={props.status} label={label} />;
}

function Field(props: { status: FrameStatus; label: string }) {
  const t = useT();
  const world = useBoardActions();
  const [title, setTitle] = useState('');
  const add = () => {
    const wanted = title.trim();
    if (wanted !== '') world.add(wanted, props.status, () => setTitle((now) => (now === '' ? wanted : now)));
    setTitle('');
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
      onChange={(event) => setTitle(event.currentTarget.value.replace(/\n/g, ' '))}
      onKeyDown={onKeyDown}
      onBlur={() => title.trim() === '' && world.openAdd(null)}
    />
  );
}
