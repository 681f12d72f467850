import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { cleared, isFiltered } from '../../api/cardSearch';
import { useT } from '../../i18n';
import { SearchField } from '../../ui/SearchField';
import classes from './board.module.css';
import { FacetMenu } from './Facet';
import { type Facet, facets, selectedValues, toggled } from './filter';
import { orders } from './search';
import { type Board, useBoardSearch } from './useBoard';
import { useChoices } from './useChoices';
import { storeOrder } from './useOrder';

interface Props {
  board: Board;
  onCreate: () => void;
}

export function Toolbar(props: Props) {
  const t = useT();
  const { sums, frame } = props.board;
  const { search, change } = useBoardSearch();
  const [shown, setShown] = useState(false);
  const on = facets.filter((facet) => selectedValues(search, facet, frame).length > 0).length;
  return (
    <div className={classes.toolbar}>
      <Title order={1} className={classes.heading}>
        {t('board.title')}
      </Title>
      <SearchField
        size="xs"
        className={classes.search}
        clearable
        label={t('board.searchLabel')}
        value={search.q ?? ''}
        onChange={(q) => change({ q: q.trim() || undefined }, true)}
      />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {on > 0 ? t('board.filtersOn', { count: on }) : t('board.filters')}
      </Button>
      <Group gap={6} className={classes.facets} data-shown={shown || undefined}>
        {facets.map((facet) => (
          <OneFacet key={facet} facet={facet} board={props.board} />
        ))}
        <OrderMenu board={props.board} />
        <Resets board={props.board} />
      </Group>
      <span className={classes.spacer} />
      {sums !== undefined && (
        <span className={classes.total}>
          {t('board.summary', {
            tickets: t('words.tickets', { count: sums.total }),
            points: t('words.points', { count: sums.points }),
          })}
        </span>
      )}
      {frame.may.write && <Create onCreate={props.onCreate} />}
    </div>
  );
}

/** A button whose label is shown only where there is room. */
function Create(props: { onCreate: () => void }) {
  const t = useT();
  return (
    <>
      <Button visibleFrom="sm" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onCreate}>
        {t('board.newTicket')}
      </Button>
      <ActionIcon hiddenFrom="sm" size={30} aria-label={t('board.newTicket')} onClick={props.onCreate}>
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

function OneFacet(props: { facet: Facet; board: Board }) {
  const { facet } = props;
  const { frame } = props.board;
  const t = useT();
  const { search, change } = useBoardSearch();
  const choices = useChoices(frame, facet);
  if (choices.length === 0) return null;
  return (
    <FacetMenu
      label={t(`board.facet_${facet}`)}
      choices={choices}
      chosen={selectedValues(search, facet, frame)}
      onToggle={(value) => change({ [facet]: toggled(search, facet, value, frame) })}
    />
  );
}

/** Chooses between the project's own order and priority. */
function OrderMenu(props: { board: Board }) {
  const t = useT();
  const { change } = useBoardSearch();
  const { project, filter } = props.board;
  return (
    <FacetMenu
      label={t('board.order')}
      choices={orders.map((value) => ({ value, name: t(`board.order_${value}`) }))}
      chosen={[filter.order ?? 'rank']}
      single
      onToggle={(value) => {
        const order = value === 'priority' ? value : 'rank';
        storeOrder(project, order);
        change({ order });
      }}
    />
  );
}

/** Buttons that switch between the active sprint and all tickets, or clear all filters. */
function Resets(props: { board: Board }) {
  const t = useT();
  const { search, change } = useBoardSearch();
  const { frame } = props.board;
  const active = frame.sprints.some((sprint) => sprint.status === 'active');
  const all = selectedValues(search, 'sprint', frame).length === 0;
  return (
    <>
      {active && (
        <Button size="xs" variant="subtle" onClick={() => change({ sprint: all ? undefined : ['all'] })}>
          {all ? t('board.onlyActive') : t('board.allTickets')}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => change(cleared)}>
          {t('common.clearFilters')}
        </Button>
      )}
    </>
  );
}
