import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { sessionQuery, useUser } from '../api/session';
import { useT } from '../i18n';
import { readUnsent } from '../unsent';
import { Header } from './Header';
import { accountPages, adminPages, helpPages, homePages, projectPages, referencePage } from './nav';
import { RegistryProvider, useCommands, useShortcuts } from './registry';
import classes from './Shell.module.css';
import { useShortcutKeys } from './shortcuts';
import { useCurrentProject } from './useCurrentProject';
import { usePasteLimit } from './usePasteLimit';

const Palette = lazy(() => import('./Palette').then(({ Palette }) => ({ default: Palette })));
const Unsent = lazy(() => import('./Unsent').then(({ Unsent }) => ({ default: Unsent })));
const ShortcutsHelp = lazy(() => import('./ShortcutsHelp').then(({ ShortcutsHelp }) => ({ default: ShortcutsHelp })));

/** Layout of the signed-in pages. When the session ends, redirects to the sign-in page, which leads back. */
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
  const { id } = useUser();
  const [hasUnsent] = useState(() => readUnsent(id).length > 0);
  const close = () => setOpen(null);
  useShortcutKeys();
  usePasteLimit();
  useGlobalShortcuts(
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
        {hasUnsent && (
          <Suspense>
            <Unsent />
          </Suspense>
        )}
        <Outlet />
      </main>
      <Suspense>
        {open === 'palette' && <Palette opened onClose={close} />}
        {open === 'shortcuts' && <ShortcutsHelp opened onClose={close} />}
      </Suspense>
    </>
  );
}

/** Registers commands and shortcuts that work on every page. */
function useGlobalShortcuts(palette: () => void, help: () => void): void {
  const t = useT();
  const navigate = useNavigate();
  const { is_admin: isAdmin } = useUser();
  const project = useCurrentProject()?.uuid;
  const ways = [
    ...(project === undefined ? [] : projectPages).map((page) => ({
      ...page,
      run: () => void navigate({ to: page.to, params: { project: project ?? '' } }),
    })),
    ...homePages.map((page) => ({ ...page, run: () => void navigate({ to: page.to }) })),
  ];
  useShortcuts([
    { keys: 'mod+k', label: t('shell.shortcutPalette'), run: palette, everywhere: true },
    { keys: '?', label: t('shell.shortcutsHelp'), run: help, everywhere: true },
    ...ways.map((way) => ({ keys: `g ${way.key}`, label: t(way.shortcut), run: way.run, everywhere: true })),
  ]);
  useCommands([
    ...ways.map((way) => ({ id: way.to, label: t(way.shortcut), run: way.run })),
    ...[...accountPages, ...(isAdmin ? adminPages : []), ...helpPages].map((page) => ({
      id: page.to,
      label: t(page.text),
      run: () => void navigate({ to: page.to }),
    })),
    {
      id: referencePage.href,
      label: t(referencePage.text),
      run: () => window.location.assign(referencePage.href),
    },
    { id: 'shortcuts', label: t('shell.shortcuts'), run: help },
  ]);
}
