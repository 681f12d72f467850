import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type TextKey, useT } from '../i18n';
import { accountPages, adminPages, helpPages, homePages, type PlainPage, projectPages, referencePage } from './nav';
import classes from './Shell.module.css';

/** The part of the app that the navigation is for. */
export type Area = { kind: 'project'; uuid: string } | { kind: 'account' | 'admin' | 'help' | 'home' };

export function areaOf(project: string | undefined, path: string, isAdmin: boolean): Area {
  if (project !== undefined) return { kind: 'project', uuid: project };
  if (path.startsWith('/account')) return { kind: 'account' };
  if (path.startsWith('/admin') && isAdmin) return { kind: 'admin' };
  return /^\/guide(\/|$)/.test(path) ? { kind: 'help' } : { kind: 'home' };
}

/** Accessible names of the navigation. */
export const areaName: Record<Area['kind'], TextKey> = {
  project: 'shell.navigation',
  account: 'shell.account',
  admin: 'shell.admin',
  help: 'shell.help',
  home: 'shell.allProjects',
};

const plainPages: Record<'account' | 'admin' | 'help', readonly PlainPage[]> = {
  account: accountPages,
  admin: adminPages,
  help: helpPages,
};

export function NavLinks(props: { area: Area; onClick?: () => void }) {
  const { area, onClick } = props;
  if (area.kind === 'project') return <ProjectLinks uuid={area.uuid} onClick={onClick} />;
  if (area.kind === 'home') return <HomeLinks onClick={onClick} />;
  return (
    <>
      {plainPages[area.kind].map((page) => (
        <Link
          key={page.to}
          to={page.to}
          activeOptions={{ exact: page.to === '/account' }}
          className={classes.link}
          onClick={onClick}
        >
          <Face icon={page.icon} text={page.text} />
        </Link>
      ))}
      {area.kind === 'help' && (
        <a href={referencePage.href} className={classes.link}>
          <Face icon={referencePage.icon} text={referencePage.text} />
        </a>
      )}
    </>
  );
}

/** Pages across all projects. */
export function HomeLinks(props: { onClick?: () => void }) {
  return homePages.map((page) => (
    <Link
      key={page.to}
      to={page.to}
      activeOptions={{ exact: page.to === '/projects', includeSearch: false }}
      className={classes.link}
      onClick={props.onClick}
    >
      <Face icon={page.icon} text={page.text} />
    </Link>
  ));
}

function ProjectLinks(props: { uuid: string; onClick?: () => void }) {
  const part = useLocation({ select: (location) => location.pathname.split('/')[3] ?? '' });
  return projectPages.map((page) => (
    <Link
      key={page.to}
      to={page.to}
      params={{ project: props.uuid }}
      activeOptions={{ includeSearch: false }}
      aria-current={page.also?.includes(part) ? 'true' : undefined}
      className={classes.link}
      onClick={props.onClick}
    >
      <Face icon={page.icon} text={page.text} />
    </Link>
  ));
}

function Face(props: { icon: Icon; text: TextKey }) {
  const t = useT();
  return (
    <>
      <props.icon size={18} stroke={1.8} aria-hidden />
      <span>{t(props.text)}</span>
    </>
  );
}
