import { Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CardPages } from '../../api/cardPages';
import { cardFilter, isFiltered } from '../../api/cardSearch';
import { cardsQuery } from '../../api/cards';
import { useFrame } from '../../api/frame';
import type { Sprint } from '../../api/types.gen';
import { useMoreCards } from '../../api/useMoreCards';
import { useT } from '../../i18n';
import { useTitle } from '../../ui/Page';
import { ErrorState, Loading } from '../../ui/State';
import { BulkBar } from './BulkBar';
import classes from './backlog.module.css';
import { type Pending, withOperations } from './change';
import { BacklogContext, type BacklogState } from './context';
import { Dialogs } from './Dialogs';
import { useDragging } from './drag';
import { FieldPicker } from './FieldPicker';
import { Filters } from './Filters';
import { PageList, PaneList } from './List';
import {
  cardsOf,
  type DropTarget,
  groupKey,
  type Item,
  itemsOf,
  openSprints,
  pastSprints,
  type Section,
  sectionsOf,
} from './sections';
import { useBacklogState } from './useBacklogState';
import { pendingOperations, usePendingOperations } from './useChanges';
import { useKeys } from './useKeys';

export default function BacklogPage() {
  const t = useT();
  const { project } = useParams({ from: '/app/projects/$project/backlog' });
  const frame = useFrame(project);
  useTitle(`${t('backlog.title')} · ${frame.project.name}`);
  const lists = useLists(project);
  const search = useSearch({ from: '/app/projects/$project/backlog' });
  const shown = useMemo(() => lists.sections.flatMap((section) => section.cards), [lists.sections]);
  const { ctx, said, picking, setPicking, dialogue, setDialogue } = useBacklogState(
    project,
    shown,
    { filtered: isFiltered(search), busy: lists.busy },
    lists.load,
    lists.current,
  );
  const chosen = shown.filter((card) => ctx.selection.chosen.has(card.uuid));
  useKeys(ctx, shown);
  return (
    <BacklogContext value={ctx}>
      <div className={classes.page}>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="space-between" gap="xs" mb={8}>
          <Title order={1}>{t('backlog.pageTitle')}</Title>
          {ctx.mayWrite && (
            <Button
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => ctx.ask({ kind: 'create' })}
            >
              {t('sprint.createTitle')}
            </Button>
          )}
        </Group>
        <div className={classes.bar} data-chosen={chosen.length > 0 || undefined}>
          {chosen.length > 0 && ctx.mayWrite ? (
            <BulkBar cards={chosen} sections={lists.sections} />
          ) : (
            <Filters frame={frame} />
          )}
        </div>
        {lists.error !== null && <ErrorState error={lists.error} onRetry={lists.retry} />}
        {lists.error === null && lists.loading && (
          <div className={classes.panes}>
            <Loading rows={8} height={40} />
            <Loading rows={8} height={40} />
          </div>
        )}
        {lists.error === null && !lists.loading && <Panes sections={lists.sections} ctx={ctx} />}
      </div>
      {picking !== null && <FieldPicker picking={picking} onClose={() => setPicking(null)} />}
      <Dialogs dialogue={dialogue} onClose={() => setDialogue(null)} />
    </BacklogContext>
  );
}

/** Loads the first cards of the backlog and of the open sprints, and sorts them into sections. */
function useLists(project: string) {
  const frame = useFrame(project);
  const search = useSearch({ from: '/app/projects/$project/backlog' });
  const filter = cardFilter('sprint', search);
  const sprints = useMemo(() => openSprints(frame.sprints), [frame.sprints]);
  const done = search.done === 'true' || search.status !== undefined ? undefined : false;
  const inBacklog = { ...filter, sprint: ['none'], done };
  const inSprints = { ...filter, sprint: sprints.map((sprint) => sprint.uuid).sort() };
  const waiting = useQuery(cardsQuery(project, inBacklog));
  const planned = useQuery({ ...cardsQuery(project, inSprints), enabled: sprints.length > 0 });
  const [a, b] = [planned.data, waiting.data];
  const pending = usePendingOperations(project);
  const sections = useMemo(() => arrange(sprints, [a, b], pending), [sprints, a, b, pending]);
  const client = useQueryClient();
  const current = () => {
    const lists = [inSprints, inBacklog].map((one) => client.getQueryData(cardsQuery(project, one).queryKey));
    return arrange(sprints, lists, pendingOperations(client, project));
  };
  const more = useMoreCards(project);
  const load = async (section: Section, all?: boolean) => {
    const board = await more(section.sprint ? inSprints : inBacklog, groupKey(section), all);
    return board && sectionsOf(sprints, [board]).find(({ id }) => id === section.id);
  };
  return {
    sections,
    /** The sections with changes that the page has not drawn yet. */
    current,
    load,
    /** The rows are those of the previous filters. */
    busy: waiting.isPlaceholderData || planned.isPlaceholderData,
    loading: waiting.data === undefined || (sprints.length > 0 && planned.data === undefined),
    error: waiting.data === undefined ? waiting.error : planned.data === undefined ? planned.error : null,
    retry: () => {
      void waiting.refetch();
      void planned.refetch();
    },
  };
}

/** The sections with pending changes applied. */
const arrange = (sprints: Sprint[], lists: (CardPages | undefined)[], pending: Pending[]): Section[] =>
  sectionsOf(
    sprints,
    lists.filter((list) => list !== undefined).map((list) => withOperations(list, pending)),
  );

/** Backlog and sprints side by side, or one list on narrow screens. */
function Panes({ sections, ctx }: { sections: Section[]; ctx: BacklogState }) {
  const t = useT();
  const wide = useMediaQuery('(min-width: 62em)', window.matchMedia('(min-width: 62em)').matches);
  const over = useDragging(ctx.drop);
  const planned = itemsOf(
    sections.filter((section) => section.sprint !== null),
    ctx.folded,
    ctx.mayWrite,
  );
  const waiting = itemsOf(
    sections.filter((section) => section.sprint === null),
    ctx.folded,
    ctx.mayWrite,
  );
  const past: Item[] = pastSprints(ctx.frame.sprints).length > 0 ? [{ kind: 'past', key: 'past', section: null }] : [];
  if (!wide) return <PageList items={[...planned, ...waiting, ...past]} label={t('backlog.list')} over={over} />;
  return (
    <div className={classes.panes}>
      <PaneList items={waiting} label={t('backlog.title')} over={over} />
      {cardsOf(planned).length === 0 && planned.length === 0 ? (
        <NoSprint past={past} over={over} />
      ) : (
        <PaneList items={[...planned, ...past]} label={t('backlog.sprints')} over={over} />
      )}
    </div>
  );
}

function NoSprint(props: { past: Item[]; over: DropTarget | null }) {
  const t = useT();
  return (
    <div>
      <p className={classes.empty}>{t('backlog.noSprint')}</p>
      {props.past.length > 0 && <PaneList items={props.past} label={t('backlog.sprints')} over={props.over} />}
    </div>
  );
}
