import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n';
import { useTitle } from '../../ui/Page';
import { ErrorState } from '../../ui/State';
import { BoardSkeleton } from './BoardSkeleton';
import classes from './board.module.css';
import { Columns } from './Columns';
import { BoardProvider } from './context';
import { EmptyBoard } from './EmptyBoard';
import { Toolbar } from './Toolbar';
import { useBoard, useBoardSearch } from './useBoard';
import { useBoardShortcuts } from './useBoardShortcuts';
import { useFlash } from './useFlash';
import { useFocus } from './useFocus';
import { useNewBoardActions } from './useNewBoardActions';

export default function BoardPage() {
  const t = useT();
  const { search } = useBoardSearch();
  const board = useBoard(search);
  const { frame, columns, query, cards } = board;
  const [menu, openMenu] = useState<string | null>(null);
  const [adding, openAdd] = useState<string | null>(null);
  const [said, say] = useState('');
  const [focused, focus] = useFocus();
  const world = useNewBoardActions(board, { focus, openMenu, openAdd, say });
  const flashing = useFlash(frame.me, (uuid, by) => {
    const title = cards?.find((card) => card.uuid === uuid)?.title;
    const who = world.names.member.get(by);
    if (title !== undefined && who !== undefined) say(t('board.movedBy', { title, who }));
  });
  const create = () => openAdd(columns[0]?.status.key ?? null);
  useTitle(`${t('board.title')} · ${frame.project.name}`);
  useBoardShortcuts(board, world, create);
  return (
    <BoardProvider value={world}>
      <div className={classes.board}>
        <Toolbar board={board} onCreate={create} />
        <VisuallyHidden id="board-keys">{t('board.keysHelp')}</VisuallyHidden>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {cards === undefined ? (
          query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <BoardSkeleton columns={frame.statuses.length} />
          )
        ) : (
          <>
            <EmptyBoard board={board} onCreate={create} />
            <Columns
              columns={columns}
              focused={focused}
              menu={menu}
              adding={adding}
              flashing={flashing}
              busy={query.isPlaceholderData}
            />
          </>
        )}
      </div>
    </BoardProvider>
  );
}
