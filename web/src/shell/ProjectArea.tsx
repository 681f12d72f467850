import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { clearCache } from '../api/client';
import { useFrame } from '../api/frame';
import { LiveProvider, useConnectionLost } from '../api/useLive';
import { InCurrency, useT } from '../i18n';
import { useNotify } from '../ui/notify';
import classes from './Shell.module.css';

const TicketPanel = lazy(() =>
  import('../pages/ticket/TicketPanel').then(({ TicketPanel }) => ({ default: TicketPanel })),
);

/** Everything below a project's URL; ?ticket=… opens a ticket beside any page. */
export function ProjectArea() {
  const { project } = useParams({ from: '/app/projects/$project' });
  const { ticket } = useSearch({ from: '/app/projects/$project' });
  const navigate = useNavigate();
  const close = useCallback(
    () => void navigate({ to: '.', search: (old) => ({ ...old, ticket: undefined }) }),
    [navigate],
  );
  return (
    <WithProject project={project}>
      <Outlet />
      {ticket !== undefined && (
        <Suspense>
          <TicketPanel ticket={ticket} onClose={close} />
        </Suspense>
      )}
    </WithProject>
  );
}

/** Follows a project's live changes. Its frame must be loaded. */
function WithProject(props: { project: string; children: ReactNode }) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { revision, project } = useFrame(props.project);
  const onGone = (code: string) => {
    if (code === 'signed_out' || code === 'account_inactive') return clearCache(client);
    notify.done(t('shell.gone'));
    void navigate({ to: '/projects' });
  };
  return (
    <LiveProvider key={props.project} project={props.project} revision={revision} onGone={onGone}>
      <Lost />
      <InCurrency currency={project.currency}>{props.children}</InCurrency>
    </LiveProvider>
  );
}

function Lost() {
  const t = useT();
  return useConnectionLost() ? (
    <div role="status" className={classes.lost}>
      {t('shell.offline')}
    </div>
  ) : null;
}
