import { Button } from '@mantine/core';
import { useFormat, useT } from '../../i18n';
import classes from './backlog.module.css';
import { useBacklog } from './context';
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
      onClick={() => void ctx.loadMore(section).then((first) => first && focusRow(first))}
    >
      {t('backlog.more', { shown, total, name: section.sprint?.title ?? t('backlog.title') })}
    </Button>
  );
}

/** Focuses a row once it is rendered, since the button has moved away. */
const focusRow = (uuid: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${uuid}"] [data-title]`)?.focus());
