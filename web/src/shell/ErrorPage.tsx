// Shown instead of a page that does not exist or failed.
import { Button } from '@mantine/core';
import { IconMapSearch, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, hasCode } from '../api/http';
import { useT } from '../i18n';
import { Page } from '../ui/Page';
import { EmptyState, ErrorState, Loading } from '../ui/State';

export function Missing() {
  const t = useT();
  return (
    <Page title={t('common.missingTitle')}>
      <EmptyState
        order={1}
        icon={IconMapSearch}
        title={t('common.missingTitle')}
        text={t('common.missingText')}
        action={
          <Button mt="xs" component={Link} to="/projects">
            {t('common.toProjects')}
          </Button>
        }
      />
    </Page>
  );
}

/** Distinguishes a server error from a bug in the app. */
export function ErrorPage(props: { error: unknown; reset: () => void }) {
  const t = useT();
  const router = useRouter();
  const retry = () => {
    props.reset();
    void router.invalidate();
  };
  if (hasCode(props.error, 'not_found', 'forbidden')) return <Missing />;
  if (isChunkError(props.error)) return <ServerUnreachable />;
  if (props.error instanceof ApiError) {
    return (
      <Page title={t('common.errorTitle')}>
        <ErrorState order={1} error={props.error} onRetry={retry} />
      </Page>
    );
  }
  return (
    <Page title={t('common.crashTitle')}>
      <EmptyState
        order={1}
        title={t('common.crashTitle')}
        text={t('common.crashText')}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </Page>
  );
}

/** Whether a page's code failed to load; each browser words it differently. */
const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload|Failed to fetch/i.test(error.message);

/** Polling interval while the server is unreachable, in milliseconds. */
const pollInterval = 3_000;

/** Waits for the server, then reloads the page, because the server may run another version with other files. */
function ServerUnreachable() {
  const t = useT();
  useEffect(() => {
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        (answer) => answer.ok && location.reload(),
        () => {}, // not yet
      );
    }, pollInterval);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page title={t('common.unreachedTitle')}>
      <EmptyState
        order={1}
        icon={IconPlugConnectedX}
        title={t('common.unreachedTitle')}
        text={t('common.unreachedText')}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </Page>
  );
}

export function Pending() {
  return (
    <Page title="">
      <Loading />
    </Page>
  );
}
