import { Burger, Drawer, UnstyledButton } from '@mantine/core';
import { IconFolders, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useUser } from '../api/session';
import { useT } from '../i18n';
import { Kbd } from '../ui/Kbd';
import { AccountMenu } from './AccountMenu';
import { useCurrentProject } from './current';
import { Mark } from './Mark';
import { AccountLinks, NavLinks } from './NavLinks';
import { ProjectSwitcher } from './ProjectSwitcher';
import classes from './Shell.module.css';

/** Header is on every page behind the sign-in: where one is, where one can go, search, and the account. */
export function Header(props: { onPalette: () => void; onShortcuts: () => void }) {
  const t = useT();
  const current = useCurrentProject();
  const project = current?.frame?.project;
  const { is_admin: isAdmin } = useUser();
  const inAccount = useLocation({ select: (location) => /^\/account(\/|$)/.test(location.pathname) });
  const area = areaOf(current?.uuid, inAccount, isAdmin);
  const label = t(inAccount ? 'shell.account' : 'shell.navigation');
  return (
    <header className={classes.header}>
      {area !== null && <SideMenu label={label} area={area} />}
      <Link to="/projects" className={classes.home} aria-label={t('shell.home')}>
        <Mark />
        {!project && <span className={classes.name}>Earnest</span>}
      </Link>
      {project && <ProjectSwitcher uuid={project.uuid} name={project.name} color={project.color} />}
      {area !== null && (
        <nav className={classes.nav} aria-label={label}>
          {area()}
        </nav>
      )}
      <div className={classes.spacer} />
      <UnstyledButton className={classes.search} onClick={props.onPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <span className={classes.searchText}>{t('shell.palette')}</span>
        <span className={classes.searchKeys}>
          <Kbd name="mod" /> <Kbd name="k" />
        </span>
      </UnstyledButton>
      <AccountMenu onShortcuts={props.onShortcuts} />
    </header>
  );
}

type Area = (onClick?: () => void) => ReactNode;

/** areaOf is the navigation of where one is: a project, or one's account; null where there is none. */
function areaOf(project: string | undefined, inAccount: boolean, isAdmin: boolean): Area | null {
  if (project !== undefined) return (onClick) => <NavLinks project={project} onClick={onClick} />;
  return inAccount ? (onClick) => <AccountLinks isAdmin={isAdmin} onClick={onClick} /> : null;
}

/** SideMenu is that navigation on a narrow screen. */
function SideMenu(props: { label: string; area: Area }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Burger opened={opened} onClick={() => setOpened(true)} hiddenFrom="sm" size="sm" aria-label={t('shell.menu')} />
      <Drawer opened={opened} onClose={close} size={280} title={t('shell.menu')}>
        <nav className={classes.side} aria-label={props.label}>
          {props.area(close)}
          <Link to="/projects" activeOptions={{ exact: true }} className={classes.link} onClick={close}>
            <IconFolders size={18} stroke={1.8} aria-hidden />
            {t('shell.allProjects')}
          </Link>
        </nav>
      </Drawer>
    </>
  );
}
