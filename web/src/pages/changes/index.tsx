import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { logFile, logQuery } from '../../api/admin';
import { hasCode } from '../../api/http';
import { useUser } from '../../api/session';
import { useLanguage, useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { EmptyState, ErrorState, Loading } from '../../ui/State';
import { Changes } from './Changes';
import { Filters } from './Filters';

/** Who did what, on the whole instance. */
export default function ChangesPage() {
  return useUser().is_admin ? <Log /> : <Missing />;
}

function Log() {
  const t = useT();
  const { language } = useLanguage();
  const filter = useSearch({ from: '/app/admin/changes' });
  const navigate = useNavigate();
  const log = useInfiniteQuery(logQuery(filter));
  const changes = log.data?.pages.flatMap((page) => page.changes) ?? [];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => void navigate({ to: '/admin/changes', search: {} });
  const file = (
    <Button
      component="a"
      href={logFile(filter, language)}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {t('changes.export')}
    </Button>
  );
  const nothing = (
    <EmptyState
      icon={IconHistory}
      title={t('changes.none')}
      text={t('changes.noneText')}
      action={filtered && <Button onClick={clear}>{t('common.clearFilters')}</Button>}
    />
  );
  return (
    <Page title={t('changes.title')}>
      <PageHeader title={t('changes.title')} lead={t('changes.lead')} actions={file} />
      <Filters
        filter={filter}
        onChange={(change) => void navigate({ to: '/admin/changes', search: { ...filter, ...change }, replace: true })}
      />
      {log.isLoading && <Loading rows={8} />}
      {log.isError &&
        (hasCode(log.error, 'not_found', 'invalid') ? (
          nothing
        ) : (
          <ErrorState error={log.error} onRetry={() => void log.refetch()} />
        ))}
      {log.isSuccess && changes.length === 0 && nothing}
      {changes.length > 0 && (
        <Changes
          changes={changes}
          more={log.hasNextPage}
          busy={log.isFetchingNextPage}
          onMore={() => void log.fetchNextPage()}
        />
      )}
    </Page>
  );
}
