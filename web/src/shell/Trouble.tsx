// What is shown instead of a page that is not there or broke.
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

/** Trouble tells an answer of the server from a fault of ours. */
export function Trouble(props: { error: unknown; reset: () => void }) {
  const t = useT();
  const router = useRouter();
  const retry = () => {
    props.reset();
    void router.invalidate();
  };
  if (hasCode(props.error, 'not_found', 'forbidden')) return <Missing />;
  if (isUnloaded(props.error)) return <Unreached />;
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

/** isUnloaded tells whether a page's own code could not be fetched; each browser has its own words for it. */
const isUnloaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload|Failed to fetch/i.test(error.message);

/** How often a server that was not reached is asked again. */
const askAgain = 3_000;

/** Unreached waits for the server, and loads the page once it answers: perhaps another version of it, with other files. */
function Unreached() {
  const t = useT();
  useEffect(() => {
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        (answer) => answer.ok && location.reload(),
        () => {}, // not yet
      );
    }, askAgain);
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
