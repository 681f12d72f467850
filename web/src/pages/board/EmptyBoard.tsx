import { Alert, Button, Group } from '@mantine/core';
import { IconFilterOff, IconLayoutKanban } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cleared, isFiltered } from '../../api/cardSearch';
import { useFormat, useT } from '../../i18n';
import { EmptyState } from '../../ui/State';
import classes from './board.module.css';
import { selectedValues } from './filter';
import { type Board, useBoardSearch } from './useBoard';

/** Explains an empty board and suggests what to do, or says that not all cards are shown. */
export function EmptyBoard(props: { board: Board; onCreate: () => void }) {
  const { cards = [], query, frame, project } = props.board;
  const t = useT();
  const format = useFormat();
  const { search, change } = useBoardSearch();
  const total = query.data?.total ?? 0;
  if (cards.length > 0) {
    if (query.isPlaceholderData || total <= (query.data?.cards.length ?? 0)) return null;
    const shown = format.number(cards.length);
    return (
      <Alert color="amber" py={6} mx="md" mb="xs">
        {t('board.tooMany', { shown, total: format.number(total) })}
      </Alert>
    );
  }
  if (query.isPlaceholderData) return null;
  if (isFiltered(search)) {
    return (
      <div className={classes.nothing}>
        <EmptyState
          icon={IconFilterOff}
          title={t('board.noMatchTitle')}
          text={t('board.noMatchText')}
          action={<Button onClick={() => change(cleared)}>{t('common.clearFilters')}</Button>}
        />
      </div>
    );
  }
  const sprint = selectedValues(search, 'sprint', frame).length > 0;
  return (
    <div className={classes.nothing}>
      <EmptyState
        icon={IconLayoutKanban}
        title={sprint ? t('board.emptySprintTitle') : t('board.emptyTitle')}
        text={sprint ? t('board.emptySprintText') : frame.may.write ? t('board.emptyText') : t('board.emptyViewer')}
        action={
          <Group gap="xs" justify="center" mt="xs">
            {sprint && (
              <Button variant="default" onClick={() => change({ sprint: ['all'] })}>
                {t('board.allTickets')}
              </Button>
            )}
            {sprint && (
              <Button variant="default" component={Link} to={`/projects/${project}/backlog`}>
                {t('board.toBacklog')}
              </Button>
            )}
            {frame.may.write && <Button onClick={props.onCreate}>{t('board.newTicket')}</Button>}
          </Group>
        }
      />
    </div>
  );
}
