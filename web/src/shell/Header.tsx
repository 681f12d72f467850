import { Burger, Divider, Drawer, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../api/session';
import { useT } from '../i18n';
import { TimerChip } from '../pages/time/TimerChip';
import { Kbd } from '../ui/Kbd';
import { AccountMenu } from './AccountMenu';
import { Logo } from './Logo';
import { type Area, areaName, areaOf, HomeLinks, NavLinks } from './NavLinks';
import { ProjectSwitcher } from './ProjectSwitcher';
import classes from './Shell.module.css';
import { useCurrentProject } from './useCurrentProject';

/** The header of every signed-in page: navigation, search and account. */
export function Header(props: { onPalette: () => void; onShortcuts: () => void }) {
  const t = useT();
  const current = useCurrentProject();
  const project = current?.frame?.project;
  const { is_admin: isAdmin } = useUser();
  const path = useLocation({ select: (location) => location.pathname });
  const area = areaOf(current?.uuid, path, isAdmin);
  return (
    <header className={classes.header}>
      <SideMenu area={area} />
      <Link to="/projects" className={classes.home} aria-label={t('shell.home')}>
        <Logo />
        {!project && <span className={classes.name}>Earnest</span>}
      </Link>
      {project && <ProjectSwitcher uuid={project.uuid} name={project.name} color={project.color} />}
      <nav className={classes.nav} aria-label={t(areaName[area.kind])}>
        <NavLinks area={area} />
      </nav>
      <div className={classes.spacer} />
      <TimerChip />
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

/** The navigation on narrow screens, with the cross-project pages below. */
function SideMenu(props: { area: Area }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Burger opened={opened} onClick={() => setOpened(true)} hiddenFrom="md" size="sm" aria-label={t('shell.menu')} />
      <Drawer opened={opened} onClose={close} size={280} title={t('shell.menu')}>
        <nav className={classes.side} aria-label={t(areaName[props.area.kind])}>
          <NavLinks area={props.area} onClick={close} />
        </nav>
        {props.area.kind !== 'home' && (
          <nav className={classes.side} aria-label={t('shell.allProjects')}>
            <Divider my="xs" />
            <HomeLinks onClick={close} />
          </nav>
        )}
      </Drawer>
    </>
  );
}
