import { Button } from '@mantine/core';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useFormat, useT } from '../../i18n';
import classes from './backlog.module.css';
import { useBacklog } from './context';
import { focusRow } from './focus';
import type { Section } from './sections';

/** Loads more rows of a section. Scrolling does so too, but this button says how many there are and works if loading failed. */
export function More({ section }: { section: Section }) {
  const t = useT();
  const format = useFormat();
  const ctx = useBacklog();
  const [shown, total] = [format.number(section.cards.length), format.number(section.total)];
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={classes.more}
      {...useFocusKept(section)}
      onClick={() => void ctx.showMore(section)}
    >
      {t('backlog.more', { shown, total, name: section.sprint?.title ?? t('backlog.title') })}
    </Button>
  );
}

/** Moves the focus to the last row before the button if new rows push the button out of the list. */
function useFocusKept(section: Section) {
  const focused = useRef(false);
  const move = useEffectEvent(() => {
    const last = section.cards.at(-1);
    if (focused.current && last) focusRow(last.uuid);
  });
  useLayoutEffect(() => () => move(), []);
  return {
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
    },
  };
}
