import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { sessionQuery, useUser } from '../api/session';
import { useT } from '../i18n';
import { useCurrentProject } from './current';
import { Header } from './Header';
import { projectPages } from './nav';
import { RegistryProvider, useCommands, useShortcuts } from './registry';
import classes from './Shell.module.css';
import { useShortcutKeys } from './shortcuts';

const Palette = lazy(() => import('./Palette').then(({ Palette }) => ({ default: Palette })));
const ShortcutsHelp = lazy(() => import('./ShortcutsHelp').then(({ ShortcutsHelp }) => ({ default: ShortcutsHelp })));

/** Shell frames every page behind the sign-in. When the session ends it leads to the sign-in and back. */
export function Shell() {
  const session = useQuery(sessionQuery).data;
  const router = useRouter();
  const out = session !== undefined && !session.signed_in;
  useEffect(() => {
    if (out) void router.navigate({ to: '/signin', search: { to: router.state.location.href }, replace: true });
  }, [out, router]);
  if (session === undefined || out) return null;
  return (
    <RegistryProvider>
      <Frame />
    </RegistryProvider>
  );
}

function Frame() {
  const t = useT();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const close = () => setOpen(null);
  useShortcutKeys();
  useEverywhere(
    () => setOpen('palette'),
    () => setOpen('shortcuts'),
  );
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <Header onPalette={() => setOpen('palette')} onShortcuts={() => setOpen('shortcuts')} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Suspense>
        {open === 'palette' && <Palette opened onClose={close} />}
        {open === 'shortcuts' && <ShortcutsHelp opened onClose={close} />}
      </Suspense>
    </>
  );
}

/** useEverywhere offers what works on every page. */
function useEverywhere(palette: () => void, help: () => void): void {
  const t = useT();
  const navigate = useNavigate();
  const { is_admin: isAdmin } = useUser();
  const project = useCurrentProject()?.uuid;
  const pages = project === undefined ? [] : projectPages;
  const go = (to: (typeof projectPages)[number]['to']) => void navigate({ to, params: { project: project ?? '' } });
  const toProjects = () => void navigate({ to: '/projects' });
  useShortcuts([
    { keys: 'mod+k', label: t('shell.shortcutPalette'), run: palette, everywhere: true },
    { keys: '?', label: t('shell.shortcutsHelp'), run: help, everywhere: true },
    { keys: 'g p', label: t('shell.shortcutGoProjects'), run: toProjects, everywhere: true },
    ...pages.map((page) => ({
      keys: `g ${page.key}`,
      label: t(page.shortcut),
      run: () => go(page.to),
      everywhere: true,
    })),
  ]);
  useCommands([
    ...pages.map((page) => ({ id: page.to, label: t(page.shortcut), run: () => go(page.to) })),
    { id: 'projects', label: t('shell.shortcutGoProjects'), run: toProjects },
    { id: 'account', label: t('shell.account'), run: () => void navigate({ to: '/account' }) },
    { id: 'keys', label: t('shell.keys'), run: () => void navigate({ to: '/account/keys' }) },
    ...(isAdmin
      ? [{ id: 'people', label: t('shell.people'), run: () => void navigate({ to: '/account/users' }) }]
      : []),
    { id: 'shortcuts', label: t('shell.shortcuts'), run: help },
  ]);
}
