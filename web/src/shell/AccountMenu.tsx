import { Divider, Popover, Text, UnstyledButton } from '@mantine/core';
import { type Icon, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession, useUser } from '../api/session';
import { useT } from '../i18n';
import { Avatar } from '../ui/Avatar';
import classes from './AccountMenu.module.css';
import { accountPages, adminPages, helpPages, referencePage } from './nav';
import { Preferences } from './Preferences';

const SignOut = lazy(() => import('./SignOut').then(({ SignOut }) => ({ default: SignOut })));

export function AccountMenu(props: { onShortcuts: () => void }) {
  const t = useT();
  const user = useUser();
  const name = `${user.firstname} ${user.lastname}`.trim();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <Suspense>{leaving && <SignOut onEnd={() => setLeaving(false)} />}</Suspense>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.target}
            aria-label={t('shell.accountOf', { name })}
            onClick={() => setOpened((open) => !open)}
          >
            <Avatar name={name} id={user.id} size={32} decorative />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('shell.account')}>
          <div className={classes.who}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" className={classes.email}>
              {user.email}
            </Text>
          </div>
          <Divider my={6} />
          <Links onClick={close} isAdmin={user.is_admin} />
          <Row icon={IconKeyboard} onClick={props.onShortcuts} close={close}>
            {t('shell.shortcuts')}
          </Row>
          <Divider my={6} />
          <div className={classes.who}>
            <Preferences />
          </div>
          <Divider my={6} />
          <Row icon={IconLogout} onClick={() => setLeaving(true)} close={close}>
            {t('shell.signOut')}
          </Row>
          <Version />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function Links(props: { onClick: () => void; isAdmin: boolean }) {
  const t = useT();
  const pages = [...accountPages, ...(props.isAdmin ? adminPages.slice(0, 1) : []), ...helpPages];
  return (
    <>
      {pages.map((page) => (
        <Link key={page.to} to={page.to} className={classes.row} onClick={props.onClick}>
          <page.icon size={18} stroke={1.8} aria-hidden />
          {t(page.to === '/admin/users' ? 'shell.admin' : page.text)}
        </Link>
      ))}
      <a href={referencePage.href} className={classes.row}>
        <referencePage.icon size={18} stroke={1.8} aria-hidden />
        {t(referencePage.text)}
      </a>
    </>
  );
}

function Row(props: { icon: Icon; onClick: () => void; close: () => void; children: ReactNode }) {
  return (
    <UnstyledButton
      className={classes.row}
      onClick={() => {
        props.close();
        props.onClick();
      }}
    >
      <props.icon size={18} stroke={1.8} aria-hidden />
      {props.children}
    </UnstyledButton>
  );
}

function Version() {
  const t = useT();
  return (
    <Text size="xs" c="dimmed" px={10} pt={6}>
      {t('shell.version', { version: useSession().version })}
    </Text>
  );
}
