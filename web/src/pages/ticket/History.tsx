import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { historyQuery } from '../../api/history';
import type { HistoryRow } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { ErrorState, Loading } from '../../ui/State';
import { describeChange } from './historyText';
import { withKeys } from './markdown/KeyText';
import classes from './ticket.module.css';
import { type TicketProps, useTicketFrame } from './useTicket';

/** Everything that happened to the ticket, latest first. */
export function History({ ticket }: TicketProps) {
  const t = useT();
  const query = useInfiniteQuery(historyQuery(ticket.uuid));
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
      <div className={classes.changeText}>{withKeys(describeChange(change, { t, words, format, frame }))}</div>
    </li>
  );
}
