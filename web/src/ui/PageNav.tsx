import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import classes from './PageNav.module.css';
import { goTo, useScrollToHash } from './useScrollToHash';

/** Links to the sections of a long page, which stay visible while it scrolls. */
export function PageNav(props: { sections: readonly { id: string; title: string }[] }) {
  const t = useT();
  useScrollToHash();
  return (
    <nav className={classes.nav} aria-label={t('common.onThisPage')}>
      <ul>
        {props.sections.map(({ id, title }) => (
          <li key={id}>
            <Link to="." search={(old) => ({ ...old })} hash={id} resetScroll={false} onClick={() => goTo(id)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section that PageNav links to. */
export function PageSection(props: { id: string; children: ReactNode }) {
  return (
    <Stack gap="lg" id={props.id} className={classes.section}>
      {props.children}
    </Stack>
  );
}
