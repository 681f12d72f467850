import { Button, Group } from '@mantine/core';
import { IconFilterOff, IconLayoutKanban } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cleared, isFiltered } from '../../api/cardSearch';
import { useT } from '../../i18n';
import { EmptyState } from '../../ui/State';
import classes from './board.module.css';
import { selectedValues } from './filter';
import { type Board, useBoardSearch } from './useBoard';

/** Explains an empty board and suggests what to do. */
export function EmptyBoard(props: { board: Board; onCreate: () => void }) {
  const { sums, query, frame, project } = props.board;
  const t = useT();
  const { search, change } = useBoardSearch();
  if (query.isPlaceholderData || sums === undefined || sums.total > 0) return null;
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
