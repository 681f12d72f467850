import { Button, Group } from '@mantine/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { commentHistoryQuery, historyQuery } from '../../api/history';
import type { History as HistoryPage, HistoryRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { ErrorState, Loading } from '../../ui/State';
import { describeChange } from './historyText';
import { withKeys } from './markdown/KeyText';
import classes from './ticket.module.css';
import { type TicketProps, useTicketFrame } from './useTicket';

const TextVersions = lazy(() => import('./TextVersions').then(({ TextVersions }) => ({ default: TextVersions })));

/** Everything that happened to the ticket, latest first. */
export function History({ ticket }: TicketProps) {
  return <Changes ticket={ticket} query={useInfiniteQuery(historyQuery(ticket.uuid))} />;
}

/** The versions of a comment, latest first. */
export function CommentHistory({ ticket, comment }: TicketProps & { comment: string }) {
  return <Changes ticket={ticket} query={useInfiniteQuery(commentHistoryQuery(ticket.uuid, comment))} />;
}

type Query = UseInfiniteQueryResult<InfiniteData<HistoryPage>>;

function Changes({ ticket, query }: TicketProps & { query: Query }) {
  const t = useT();
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading rows={3} height={32} />;
  const changes = query.data.pages.flatMap((page) => page.changes);
  return (
    <>
      <ol className={classes.history}>
        {changes.map((change) => (
          <Row key={change.id} ticket={ticket} change={change} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('changes.older')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Row({ ticket, change }: TicketProps & { change: HistoryRow }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const frame = useTicketFrame(ticket);
  const [open, setOpen] = useState(false);
  return (
    <li className={classes.change}>
      <div>
        <strong>{change.user || t('ticket.historyImport')}</strong>
        <time dateTime={change.at} title={format.dateTime(change.at)} className={classes.note}>
          {format.relative(change.at)}
        </time>
        {change.key_name !== null && (
          <span className={classes.note}>{t('ticket.historyKey', { name: change.key_name })}</span>
        )}
      </div>
      <div className={classes.changeText}>
        {withKeys(describeChange(change, { t, words, format, frame }))}
        {change.has_text && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml={6}
            aria-expanded={open}
            aria-label={t('ticket.differenceOf', { at: format.dateTime(change.at) })}
            onClick={() => setOpen(!open)}
          >
            {t('ticket.difference')}
          </Button>
        )}
      </div>
      {open && (
        <Suspense fallback={<Loading rows={1} />}>
          <TextVersions ticket={ticket} id={change.id} />
        </Suspense>
      )}
    </li>
  );
}
