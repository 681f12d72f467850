import { Link } from '@tanstack/react-router';
import { useT } from '../i18n';
import { accountPages, projectPages } from './nav';
import classes from './Shell.module.css';

/** NavLinks are the pages of a project. */
export function NavLinks(props: { project: string; onClick?: () => void }) {
  const t = useT();
  return projectPages.map((page) => (
    <Link
      key={page.to}
      to={page.to}
      params={{ project: props.project }}
      activeOptions={{ includeSearch: false }}
      className={classes.link}
      onClick={props.onClick}
    >
      <page.icon size={18} stroke={1.8} aria-hidden />
      {t(page.text)}
    </Link>
  ));
}

/** AccountLinks are one's own pages, and those of the whole instance for an administrator. */
export function AccountLinks(props: { isAdmin: boolean; onClick?: () => void }) {
  const t = useT();
  return accountPages
    .filter((page) => props.isAdmin || !page.admin)
    .map((page) => (
      <Link
        key={page.to}
        to={page.to}
        activeOptions={{ exact: page.to === '/account' }}
        className={classes.link}
        onClick={props.onClick}
      >
        <page.icon size={18} stroke={1.8} aria-hidden />
        {t(page.text)}
      </Link>
    ));
}
